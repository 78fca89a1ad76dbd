// Puts the command that starts a candidate into a file of YAML, where it may stand in the quotes of YAML, in those of a shell,
// or in both. The file then says the same as before but for the command.
import { UsageError } from '../../../api/errors.js';

/** What stands in the files for the command of the candidate. */
export const placeholder = 'node server.js';

type Yaml = typeof import('yaml');

export async function withStart(template: string, command: string): Promise<string> {
  const yaml = await import('yaml');
  const wanted = JSON.stringify(meaning(template, yaml), (_, value: unknown) =>
    typeof value === 'string' ? replaced(value, command) : value,
  );
  const candidates = [replaced(template, command), requoted(template, command, yaml)];
  const found = candidates.find((text) => JSON.stringify(meaning(text, yaml)) === wanted);
  if (found === undefined)
    throw new UsageError(
      '--start cannot be written into the pipeline file as it is: put the command into a script, and specify that.',
    );
  return found;
}

/** The quotes of a shell are put around the command, whatever is in it. */
function replaced(text: string, command: string): string {
  const quoted = [`'${placeholder}'`, `"${placeholder}"`].find((word) => text.includes(word));
  return quoted !== undefined && /['"$`\\]/.test(command)
    ? text.replace(quoted, () => `'${command.replaceAll("'", "'\\''")}'`)
    : text.replace(placeholder, () => command);
}

/** The whole value in double quotes, in which YAML can say anything. */
function requoted(template: string, command: string, { parseAllDocuments, visit }: Yaml): string {
  let text = template;
  for (const document of parseAllDocuments(template))
    visit(document, {
      Scalar(_, { value, range }) {
        if (typeof value !== 'string' || !value.includes(placeholder) || !range) return undefined;
        const [from, to] = range;
        text = `${template.slice(0, from)}${JSON.stringify(replaced(value, command))}${template.slice(to)}`;
        return visit.BREAK;
      },
    });
  return text;
}

/** Undefined if the text is not YAML. */
function meaning(text: string, { parseAllDocuments }: Yaml): unknown {
  const documents = parseAllDocuments(text);
  return documents.some(({ errors }) => errors.length > 0)
    ? undefined
    : documents.map((document) => document.toJS() as unknown);
}
