/**
 * Package → the folders below its `src`, lowest layer first; `.` is `src` itself.
 * A file may import from its own folder and from folders that stand before it, types included, never from a later one.
 * Every folder with source files is listed. `.dependency-cruiser.mjs` turns each entry into a rule;
 * `gates/layers-faults.mjs` injects an upward import into every package to prove that the rules can fail.
 */
export const folders = {
  planner: [
    'util',
    'model',
    'openai',
    'telemetry',
    'plans',
    'state',
    'log',
    'hooks',
    'options',
    'tools',
    'components',
    'questions',
    'toolset',
    'prompt',
    'run',
    'model-calls',
    'prepare',
    'calls',
    'steps',
    'strategies/plan-execute',
    'strategies/artifact-first',
    'strategies',
    'reflection',
    'segments',
    'threads',
    'requests',
    'agent',
    'drafts',
    '.',
  ],
}
