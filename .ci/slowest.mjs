// A reporter of vitest for CI: the ten files that took longest, and how many tests there were, before the closing summary.
export default class Slowest {
  onTestRunEnd(modules) {
    const files = modules
      .map((module) => ({
        name: `${module.project.name} ${module.relativeModuleId}`,
        ms: module.diagnostic().duration,
        tests: [...module.children.allTests()].length,
      }))
      .sort((one, other) => other.ms - one.ms);
    const sum = files.reduce((total, { tests }) => total + tests, 0);
    const lines = files
      .slice(0, 10)
      .map(({ name, ms, tests }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name} (${tests})`);
    process.stdout.write(
      `\nThe slowest of ${files.length} files with ${sum} tests:\n${lines.join('\n')}\n`,
    );
  }
}
