// Makes small mechanical changes to a server's source, like those that slip in by mistake. It knows words and signs but
// no language, so a result that does not start is not counted. It only returns changes, and does not apply them.
import { createHash } from 'node:crypto';

export interface Mutation {
  /** Stays the same as long as the line does, so that notes about it remain valid. */
  readonly id: string;
  readonly operator: string;
  readonly line: number;
  readonly before: string;
  readonly after: string;
  /** The whole source with this one change. */
  readonly source: string;
}

interface Operator {
  readonly name: string;
  /** Matches the code to change, outside comments. Literal texts are searched only with `inTexts`. */
  readonly finds: RegExp;
  readonly inTexts?: true;
  readonly becomes: (found: string) => readonly string[];
}

const swap =
  (pairs: Readonly<Record<string, readonly string[]>>) =>
  (found: string): readonly string[] =>
    pairs[found] ?? [];

const operators: readonly Operator[] = [
  {
    name: 'equality',
    finds: /===|!==|==|!=/g,
    becomes: swap({ '===': ['!=='], '!==': ['==='], '==': ['!='], '!=': ['=='] }),
  },
  {
    name: 'boundary',
    finds: /(?<=\s)(?:<=|>=|<|>)(?=\s)/g,
    becomes: swap({ '<': ['<=', '>'], '<=': ['<', '>'], '>': ['>=', '<'], '>=': ['>', '<'] }),
  },
  {
    name: 'logic',
    finds: /&&|\|\||\b(?:and|or)\b/g,
    becomes: swap({ '&&': ['||'], '||': ['&&'], and: ['or'], or: ['and'] }),
  },
  { name: 'default', finds: /\?\?/g, becomes: () => ['&&'] },
  {
    name: 'truth',
    finds: /\b(?:true|false|True|False)\b/g,
    becomes: swap({ true: ['false'], false: ['true'], True: ['False'], False: ['True'] }),
  },
  { name: 'nothing', finds: /\b(?:null|None)\b/g, becomes: () => ['0'] },
  {
    name: 'number',
    finds: /(?<![\w.'"])\d+n?(?![\w.'"])/g,
    becomes: (found) => {
      const suffix = found.endsWith('n') ? 'n' : '';
      const value = BigInt(found.replace('n', ''));
      return [`${value + 1n}${suffix}`, ...(value > 0n ? [`${value - 1n}${suffix}`] : [])];
    },
  },
  {
    name: 'arithmetic',
    finds: /(?<=\s)[+\-*](?=\s)/g,
    becomes: swap({ '+': ['-'], '-': ['+'], '*': ['+'] }),
  },
  { name: 'increment', finds: /\+\+|\+=/g, becomes: swap({ '++': ['--'], '+=': ['-='] }) },
  { name: 'negation', finds: /!(?=[\w(])|\bnot (?!in\b)/g, becomes: () => [''] },
  { name: 'condition', finds: /(?<=\bif \()[^()]+(?=\) )/g, becomes: (found) => [`!(${found})`] },
  {
    name: 'condition',
    finds: /(?<=^\s*(?:el)?if )[^:()]+(?=:$)/gm,
    becomes: (found) => [`not (${found})`],
  },
  { name: 'wait', finds: /\bawait /g, becomes: () => [''] },
  {
    name: 'result',
    finds: /(?<=\breturn )[^\s;{([][^;\n{]*(?=;?$)/gm,
    becomes: (found) => (/^(?:null|None|undefined)$/.test(found) ? [] : ['0']),
  },
  {
    name: 'statement',
    finds:
      /^\s+(?!return|if|else|elif|for|while|def|async|class|const|let|function|import|from|try|except|catch|finally|with|@|}|\)|\]|\.)[\w.[\]]+(?:\(.*\)| = .*);?$/gm,
    becomes: (found) => [found.replace(/\S.*/, found.trimEnd().endsWith(';') ? ';' : 'pass')],
  },
  {
    name: 'text',
    inTexts: true,
    finds: /(?<=(['"]))[\w-]+(?=\1)/g,
    becomes: (found) => [`${found}x`],
  },
  {
    name: 'order',
    finds: /\.(?:push|append|unshift)\b/g,
    becomes: swap({ '.push': ['.unshift'], '.unshift': ['.push'], '.append': ['.remove'] }),
  },
];

/** Makes every change to a source, in the order of their places. */
export function mutationsOf(source: string): readonly Mutation[] {
  const isCode = codeIn(source);
  const all = operators.flatMap((operator) =>
    [...source.matchAll(operator.finds)]
      .filter(({ index, 0: found }) => {
        const first = index + found.search(/\S|$/);
        return isCode(first) === (operator.inTexts ? 'text' : 'code');
      })
      .flatMap(({ index, 0: found }) =>
        operator
          .becomes(found)
          .map((change) => mutation(source, operator.name, index, found, change)),
      ),
  );
  return [...new Map(all.map((one) => [one.id, one])).values()].sort(
    (one, other) => one.line - other.line,
  );
}

function mutation(
  source: string,
  operator: string,
  index: number,
  found: string,
  change: string,
): Mutation {
  const changed = source.slice(0, index) + change + source.slice(index + found.length);
  const start = index + found.search(/\S|$/);
  const line = source.slice(0, start).split('\n').length;
  const [before, after] = [source, changed].map((text) => text.split('\n')[line - 1]?.trim() ?? '');
  return {
    id: createHash('sha256')
      .update([before, after, column(source, index)].join('\n'))
      .digest('hex')
      .slice(0, 8),
    operator,
    line,
    before: before ?? '',
    after: after ?? '',
    source: changed,
  };
}

/** Distinguishes changes of the same kind on one line. */
const column = (source: string, index: number): string =>
  String(index - source.lastIndexOf('\n', index - 1) - (/^\s*/.exec(source)?.[0].length ?? 0));

/** Tells for each position whether it is in a comment, a text or code. */
function codeIn(source: string): (index: number) => 'code' | 'text' | 'comment' {
  const parts = [
    ...source.matchAll(
      /"""[^]*?"""|\/\*[^]*?\*\/|(?:^|\s)(?:\/\/|#).*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/(?![/*\s])(?:[^/\\\n]|\\.)+\/[a-z]*(?=[.,;)])/g,
    ),
  ].map(({ index, 0: text }) => ({ from: index, to: index + text.length, kind: kindOf(text) }));
  return (index) => parts.find(({ from, to }) => index >= from && index < to)?.kind ?? 'code';
}

const kindOf = (text: string): 'text' | 'comment' =>
  /^['"`](?!"")/.test(text) ? 'text' : 'comment';
