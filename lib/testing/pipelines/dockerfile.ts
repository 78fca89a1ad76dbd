// Test support: carries out a Dockerfile without Docker. Each stage is a folder that stands for its file system; what a RUN
// says of absolute paths is about that folder. No base image is there: commands are those of this machine.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { packageRoot } from '../../contract/files.js';
import { textOf } from './files.js';

interface Instruction {
  readonly keyword: string;
  readonly rest: string;
}

export interface Image {
  /** The folder that stands for its file system. */
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly workingDirectory: string;
  readonly user: string;
  readonly volumes: readonly string[];
  readonly entrypoint: readonly string[];
}

/** Lines that end in a backslash go on; comments and empty lines say nothing. */
export const instructionsOf = (text: string): readonly Instruction[] =>
  text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, keyword = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      return { keyword: keyword.toUpperCase(), rest };
    });

/** What a base image brings, as far as it matters here. */
const inBase = ['usr/local/bin', 'tmp'];

class Stage {
  environment: Record<string, string> = {};
  workingDirectory = '/';
  user = 'root';
  volumes: string[] = [];
  entrypoint: readonly string[] = [];

  constructor(
    readonly root: string,
    readonly tools: string,
  ) {
    for (const folder of inBase) mkdirSync(join(root, folder), { recursive: true });
  }

  at(path: string): string {
    return join(this.root, path.startsWith('/') ? path : join(this.workingDirectory, path));
  }

  run(script: string): void {
    // Only what the image itself holds: /usr/bin, say, is that of this machine.
    const here = script.replace(
      /(?<![\w./-])\/(?=(?:build|kit|reports|usr\/local\/bin)\b)/g,
      `${this.root}/`,
    );
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', here], {
      cwd: this.at('.'),
      encoding: 'utf8',
      env: {
        PATH: `${this.tools}:${process.env['PATH'] ?? ''}`,
        HOME: this.tools,
        ...this.environment,
      },
    });
    if (status !== 0) throw new Error(`RUN ${script} ended with ${status}: ${stdout}${stderr}`);
  }
}

/** The image that the Dockerfile of this project makes, below `folder`. */
export function buildImage(folder: string): Image {
  const context = contextIn(join(folder, 'context'));
  const tools = toolsIn(join(folder, 'tools'));
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  const current = (): Stage => {
    if (stage === undefined) throw new Error('An instruction stands before the first FROM.');
    return stage;
  };
  const carriers: Readonly<Record<string, (rest: string) => void>> = {
    ARG: () => undefined,
    LABEL: () => undefined,
    FROM(rest) {
      const [, name = `stage-${stages.size}`] = /\sAS\s+(\S+)$/i.exec(rest) ?? [];
      stage = new Stage(join(folder, name), tools);
      stages.set(name, stage);
    },
    WORKDIR(rest) {
      current().workingDirectory = rest;
      mkdirSync(current().at('.'), { recursive: true });
    },
    COPY(rest) {
      const words = rest.split(/\s+/);
      const from = words[0]?.startsWith('--from=') ? words.shift()?.slice(7) : undefined;
      const to = words.pop() ?? '';
      for (const path of words) {
        const source = from === undefined ? join(context, path) : stages.get(from)?.at(path);
        if (source === undefined) throw new Error(`There is no stage ${from}.`);
        const into = current().at(to.endsWith('/') ? join(to, basename(path)) : to);
        mkdirSync(dirname(into), { recursive: true });
        cpSync(source, into, { recursive: true, verbatimSymlinks: true });
      }
    },
    RUN: (rest) => current().run(rest),
    ENV(rest) {
      for (const pair of rest.split(/\s+/)) {
        const [name = '', value = ''] = pair.split('=');
        current().environment[name] = value;
      }
    },
    USER: (rest) => void (current().user = rest),
    VOLUME: (rest) => void current().volumes.push(rest),
    ENTRYPOINT: (rest) => void (current().entrypoint = JSON.parse(rest) as readonly string[]),
  };
  for (const { keyword, rest } of instructionsOf(textOf('Dockerfile'))) {
    const carry = carriers[keyword];
    if (carry === undefined) throw new Error(`The Dockerfile says ${keyword}: teach the test.`);
    carry(rest);
  }
  return current();
}

/** What .dockerignore leaves of the tree: the names with a `!`, without what is named or matched by ** behind them. */
function contextIn(folder: string): string {
  const lines = textOf('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const kept = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const left = lines.filter((line) => !line.startsWith('!') && line !== '*');
  const isLeft = (path: string): boolean =>
    left.some((line) => (line.startsWith('**/*') ? path.endsWith(line.slice(4)) : path === line));
  const root = packageRoot();
  for (const name of kept)
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (source) => !isLeft(source.slice(root.length + 1)),
    });
  return folder;
}

/** npm with `ci` from a copy of what is installed here, and a chown that does nothing for who may not give anything away. */
function toolsIn(folder: string): string {
  const installed = join(packageRoot(), 'node_modules');
  const tools: Readonly<Record<string, string>> = {
    npm: `[ "$1" = ci ] || PATH=\${PATH#*:} exec npm "$@"
cp -a "${installed}" node_modules
rm -rf node_modules/.cache node_modules/.vite*\n`,
    ...(process.getuid?.() === 0 ? {} : { chown: 'exit 0\n' }),
  };
  mkdirSync(folder, { recursive: true });
  for (const [name, script] of Object.entries(tools)) {
    writeFileSync(join(folder, name), `#!/bin/sh\nset -e\n${script}`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

/** Nothing of it can be written, as with `docker run --read-only --tmpfs /tmp`, but for its volumes: by their owner. */
export function makeReadOnly({ root, volumes }: Image): void {
  const { status, stderr } = spawnSync('chmod', ['-R', 'a-w,a+rX', root], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  for (const path of volumes) chmodSync(join(root, path), 0o755);
  chmodSync(join(root, 'tmp'), 0o777);
  // Whoever is not root has to get there.
  chmodSync(dirname(root), 0o755);
}

/** Undoes it, so that the folder can be removed by who does not stand above permissions. */
export const makeWritable = ({ root }: Image): void => void spawnSync('chmod', ['-R', 'u+w', root]);
