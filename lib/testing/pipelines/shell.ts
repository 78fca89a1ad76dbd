// Test support: runs the scripts of pipelines in an empty folder, as a runner does, with stubs for commands that need
// the network: npm installs this build, and gh contacts nobody. Both record their arguments.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inFolder } from '../io.js';
import { mainFile } from '../built.js';

interface Ended {
  readonly code: number | null;
  /** The output of both streams. */
  readonly said: string;
}

export interface Runner {
  /** The project under test, empty at first. */
  readonly folder: string;
  /** The folder in which the runner keeps files, outside the project. */
  readonly temp: string;
  readonly environment: Readonly<Record<string, string>>;
  bash(script: string, environment?: Readonly<Record<string, string>>): Promise<Ended>;
  shell(
    words: readonly [string, ...string[]],
    environment?: Readonly<Record<string, string>>,
  ): Promise<Ended>;
  /** The arguments of a stub, call by call. */
  given(name: 'npm' | 'kit' | 'gh' | 'git'): readonly (readonly string[])[];
  write(path: string, text: string): void;
  read(path: string): string;
  isThere(path: string): boolean;
}

/** Records each argument on its own line, with an empty line before each call. */
const note = (name: string): string => `{ printf '%s\\n' "$@"; echo; } >> "$STUBS/${name}.given"\n`;

const bash = '#!/usr/bin/env bash\n';

/** `npm install --prefix FOLDER` installs the command of this build there. */
const npm = `${bash}${note('npm')}
while [ $# -gt 0 ]; do
  if [ "$1" = --prefix ]; then
    mkdir -p "$2/node_modules/.bin" && cp "$STUBS/bin/kit" "$2/node_modules/.bin/animal-store-conformance"
  fi
  shift
done
exit 0
`;

const kit = `${bash}${note('kit')}exec "${process.execPath}" "${mainFile}" "$@"\n`;

/** Existing comments are listed in comments.ids. If gh.refuses exists, gh fails as it does without write permission. */
const gh = `${bash}${note('gh')}
for word; do
  case $word in
    body=@*) [ ! -e "$STUBS/gh.refuses" ] && cp "\${word#body=@}" "$STUBS/comment.md" || exit 1 ;;
    --notes-file) notes=next ;;
    *) [ "\${notes:-}" != next ] || { cp "$word" "$STUBS/notes.md"; notes=; } ;;
  esac
done
case " $* " in *' --paginate '*) cat "$STUBS/comments.ids" 2>/dev/null || true ;; esac
`;

const git = `${bash}${note('git')}`;

/** Makes a runner that is removed when `work` is done. */
export function onRunner<T>(work: (runner: Runner) => Promise<T>): Promise<T> {
  return inFolder((place) => {
    const at = (name: string): string => join(place, name);
    for (const name of ['project', 'temp', 'bin']) mkdirSync(at(name));
    for (const [name, text] of Object.entries({ npm, kit, gh, git })) {
      writeFileSync(at(`bin/${name}`), text);
      chmodSync(at(`bin/${name}`), 0o755);
    }
    const environment = {
      PATH: `${at('bin')}:${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: at('temp'),
      RUNNER_TEMP: at('temp'),
      STUBS: place,
    };
    const folder = at('project');
    const inProject = (path: string): string => join(folder, path);
    const runner: Runner = {
      folder,
      temp: at('temp'),
      environment,
      bash(script, more) {
        const file = at('temp/script.sh');
        writeFileSync(file, script);
        return runner.shell(['bash', '--noprofile', '--norc', '-eo', 'pipefail', file], more);
      },
      shell: ([program, ...words], more = {}) =>
        ended(program, words, folder, { ...environment, ...more }),
      given: (name) => {
        const file = at(`${name}.given`);
        if (!existsSync(file)) return [];
        return readFileSync(file, 'utf8')
          .split('\n\n')
          .slice(0, -1)
          .map((call) => call.split('\n'));
      },
      write(path, text) {
        mkdirSync(dirname(inProject(path)), { recursive: true });
        writeFileSync(inProject(path), text);
      },
      read: (path) => readFileSync(inProject(path), 'utf8'),
      isThere: (path) => existsSync(inProject(path)),
    };
    return work(runner);
  });
}

function ended(
  program: string,
  words: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<Ended> {
  const child = spawn(program, words, {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, said }));
  });
}

/** The command of a candidate: this build's reference server, with the named defects. */
export const candidate = (...faults: readonly string[]): string =>
  `"${process.execPath}" "${mainFile}" reference --port $PORT${faults.map((name) => ` --fault ${name}`).join('')}`;

export const key = 'fake-key-of-the-pipelines-0123456789';
