// Test support: carries out a Dockerfile without Docker. Each stage is a folder that represents its file system, and
// absolute paths in a RUN refer to that folder. There is no base image, so commands are those of this machine.
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
  /** The folder that represents its file system. */
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly workingDirectory: string;
  readonly user: string;
  readonly volumes: readonly string[];
  readonly entrypoint: readonly string[];
}

/**
 * Splits a Dockerfile into instructions. A backslash at the end continues a line; comments and empty lines are dropped.
 */
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

/** The folders that a base image contains, as far as they matter here. */
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
    // Replaces only paths inside the image; /usr/bin, for example, is that of this machine.
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

/** Builds the image of this project's Dockerfile below `folder`. */
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

/** The files that .dockerignore names with a `!`, except those that another name or a `**` pattern excludes. */
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

/**
 * Stand-ins for two commands: an npm whose `ci` copies the packages installed here, and a chown that does nothing,
 * because only root may change owners.
 */
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

/**
 * Makes everything read-only except volumes, as with `docker run --read-only --tmpfs /tmp`. Only the owner can write to
 * those.
 */
export function makeReadOnly({ root, volumes }: Image): void {
  const { status, stderr } = spawnSync('chmod', ['-R', 'a-w,a+rX', root], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  for (const path of volumes) chmodSync(join(root, path), 0o755);
  chmodSync(join(root, 'tmp'), 0o777);
  // A process that is not root needs access to the parent folder.
  chmodSync(dirname(root), 0o755);
}

/** Makes the image writable again, so that a user without root rights can remove it. */
export const makeWritable = ({ root }: Image): void => void spawnSync('chmod', ['-R', 'u+w', root]);
