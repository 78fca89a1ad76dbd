// What `doctor` finds out, as data: the environment of a run, and each target as far as a first look shows it. No value of
// a key is in it.
import type { CannotTest } from '../../../judge/health/cannot-test.js';
import type { FirstLook, QuickstartLook } from '../../../judge/run/first-look.js';
import type { Command } from '../../arguments/command.js';
import type { FromProject } from '../../../api/configuration/project-file.js';
import type { RunValues } from '../../../api/options/run-table.js';
import type { Source } from '../../../api/configuration/settings.js';

/** The typed words, and what the project always passes. */
export interface Wanted {
  readonly values: RunValues;
  readonly operand: string | undefined;
  readonly commands: readonly Command[];
  readonly signal: AbortSignal;
  readonly project?: FromProject | undefined;
  /** What was typed, without what the project's file adds. */
  readonly typed: Pick<Wanted, 'values' | 'operand'>;
}

export interface Examination {
  readonly kit: string;
  readonly node: {
    readonly version: string;
    readonly needs: string;
    readonly isSupported: boolean;
  };
  readonly settings: readonly Setting[];
  /** The content of the project's file; null where there is none. */
  readonly project: FromProject | null;
  readonly network: {
    /** The variables that name a proxy. */
    readonly proxies: readonly string[];
    /** The certificates that are trusted. */
    readonly trust: string;
  };
  readonly reports: { readonly folder: string; readonly problem: string | null };
  readonly targets: readonly Target[];
  readonly quickstart: Quickstart | null;
  readonly warnings: readonly string[];
  /** The things to do, the most urgent first. */
  readonly missing: readonly Missing[];
  /** The command to type next. */
  readonly next: string;
}

export interface Setting {
  readonly variable: string;
  readonly from: Source | null;
}

export interface Target {
  readonly name: string;
  /** Null where none is configured. */
  readonly address: string | null;
  /** Null if the target can be tested. */
  readonly problem: Problem | null;
  readonly look: FirstLook | null;
  readonly remarks: readonly string[];
  readonly scope: 'full' | 'read-only';
}

export interface Quickstart {
  readonly address: string;
  readonly problem: Problem | null;
  readonly look: QuickstartLook | null;
  readonly remarks: readonly string[];
}

export interface Problem {
  readonly kind: 'configuration' | 'target';
  readonly says: string;
  /** The target that was most likely meant. */
  readonly meant?: string | undefined;
  /** The first thing to fix, if it is known. */
  readonly because?: CannotTest['because'];
  /** The file that alone names the target, and that others may have written. */
  readonly notTrusted?: string | undefined;
}

export interface Missing {
  readonly says: string;
  /** The command to type. */
  readonly line: string;
  /** Set if a run is useful without it. */
  readonly isOptional: boolean;
}
