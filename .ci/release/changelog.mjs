// The changelog of a release: what is unreleased gets the version and the day, and a new empty section stands above.

const heading = /^## (.+)$/gm;

/** `## Unreleased`, or with the version that it will be: `## 0.1.0 (unreleased)`. */
const isUnreleased = (title) => /^(?:unreleased|\S+ \(unreleased\))$/i.test(title);
const date = /^(\d\S*) - \d{4}-\d{2}-\d{2}$/;

/** Its sections in order, each with its title and what stands below it. */
function sectionsOf(text) {
  const heads = [...text.matchAll(heading)];
  return heads.map((head, at) => ({
    title: head[1].trim(),
    from: head.index,
    below: text.slice(head.index + head[0].length, heads[at + 1]?.index ?? text.length),
  }));
}

export function problemsOfChangelog(text, version) {
  const open = sectionsOf(text).filter(({ title }) => isUnreleased(title));
  if (open.length !== 1)
    return [
      `CHANGELOG.md has ${open.length} sections of what is unreleased: have exactly one, "## Unreleased".`,
    ];
  const [{ title, below }] = open;
  const planned = /^(\S+) \(/.exec(title)?.[1];
  return [
    ...(/^- \S/m.test(below)
      ? []
      : ['The unreleased section of CHANGELOG.md has no line: say what users will notice.']),
    ...(planned === undefined || planned === version
      ? []
      : [
          `CHANGELOG.md says that ${planned} is next, but this is ${version}: correct one of them.`,
        ]),
    ...(releasedVersions(text).includes(version)
      ? [`CHANGELOG.md has a section for ${version} already.`]
      : []),
  ];
}

export function dated(text, version, day) {
  const { title, from } = sectionsOf(text).find((section) => isUnreleased(section.title));
  const rest = text.slice(from + `## ${title}`.length);
  return `${text.slice(0, from)}## Unreleased\n\n## ${version} - ${day}${rest}`;
}

/** The version of the newest dated section. */
export const latestSection = (text) => releasedVersions(text)[0];

export const releasedVersions = (text) =>
  sectionsOf(text).flatMap(({ title }) => date.exec(title)?.[1] ?? []);
