#!/usr/bin/env node
// Steps of a release, called by `npm version` and by the workflow of a tag:
//   before   all that can be checked before anything is changed (npm's preversion)
//   version  dates the changelog and records the rules (npm's version)
//   after    pushes, or says what to push (npm's postversion)
//   check    does the tag hold what its name says?
//   package  does the package hold what it should, and no more? It must have been built.
//   rules    do the rules agree with those that were released? A test asks that too.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dated, latestSection, problemsOfChangelog, releasedVersions } from './changelog.mjs';
import { packageProblems } from './package.mjs';
import { problemsOfRules, recordOf } from './rules.mjs';

const changelog = 'CHANGELOG.md';
const released = '.ci/release/released-rules.json';

const read = (path) => readFileSync(path, 'utf8');
const json = (path) => JSON.parse(read(path));
const git = (...words) => execFileSync('git', words, { encoding: 'utf8' }).trim();
const own = () => json('package.json').version;

const steps = {
  before() {
    const version = process.env.npm_new_version ?? own();
    const branch = git('branch', '--show-current');
    return [
      ...(git('status', '--porcelain') === ''
        ? []
        : ['The working tree has changes: commit or stash them.']),
      ...(branch === 'main' ? [] : [`The branch is ${branch || 'none'}: release from main.`]),
      ...problemsOfChangelog(read(changelog), version),
      ...rules(version),
    ];
  },

  version() {
    const version = own();
    const day = new Date().toISOString().slice(0, 10);
    const problems = [...problemsOfChangelog(read(changelog), version), ...rules(version)];
    if (problems.length > 0) return problems;
    writeFileSync(changelog, dated(read(changelog), version, day));
    const record = recordOf(read('spec/rules.yaml'), json(released), version);
    writeFileSync(released, `${JSON.stringify(record, null, 2)}\n`);
    git('add', changelog, released);
    return [];
  },

  after() {
    const tag = `v${own()}`;
    const push = ['push', '--atomic', 'origin', 'main', tag];
    if (process.env.PUSH === '1') git(...push);
    say(
      process.env.PUSH === '1'
        ? `${tag} is pushed; the workflow of the tag publishes it.`
        : `${tag} is committed and tagged. Look at it (git show), then: git ${push.join(' ')}`,
    );
    return [];
  },

  check(tag = process.env.GITHUB_REF_NAME ?? git('tag', '--points-at', 'HEAD').split('\n')[0]) {
    if (tag === '') return ['This commit has no tag: name the one it shall have, such as v1.2.3.'];
    const version = own();
    const lock = json('package-lock.json');
    return [
      ...(tag === `v${version}` ? [] : [`The tag ${tag} is not v${version} of package.json.`]),
      ...(lock.version === version && lock.packages[''].version === version
        ? []
        : [`package-lock.json is of ${lock.version}, package.json of ${version}.`]),
      ...(read('package-lock.json').includes('"resolved"')
        ? ['package-lock.json names addresses of packages: remove every `resolved`.']
        : []),
      ...(latestSection(read(changelog)) === version
        ? []
        : [`${changelog} does not begin with a dated section for ${version}.`]),
      ...rules(),
      ...packageProblems(),
    ];
  },

  package: packageProblems,

  rules: () => rules(),
};

/** With a version, as it is about to be released. */
function rules(version) {
  return problemsOfRules({
    text: read('spec/rules.yaml'),
    record: json(released),
    released: releasedVersions(read(changelog)),
    own: own(),
    version,
  });
}

function say(text) {
  process.stdout.write(`${text}\n`);
}

const [name = '', ...words] = process.argv.slice(2);
const step = Object.hasOwn(steps, name) ? steps[name] : undefined;
if (step === undefined) throw new Error(`Use one of: ${Object.keys(steps).join(', ')}.`);
const problems = step(...words);
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
