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
    console.log(`\nThe slowest of ${files.length} files with ${sum} tests:`);
    for (const { name, ms, tests } of files.slice(0, 10))
      console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name} (${tests})`);
  }
}
