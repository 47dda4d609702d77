// Runs one section in its own process. Started by run.mjs.
const sections = {
  extract: () => import('./core/extract.mjs').then(({ extract }) => extract),
  heap: () => import('./core/heap.mjs').then(({ heap }) => heap),
  partial: () => import('./core/partial.mjs').then(({ partial }) => partial),
  normalize: () => import('./core/normalize.mjs').then(({ normalize }) => normalize),
  patch: () => import('./core/patch.mjs').then(({ patch }) => patch),
  schemas: () => import('./core/schemas.mjs').then(({ schemas }) => schemas),
  redact: () => import('./artifacts/redact.mjs').then(({ redactions }) => redactions),
  provenance: () => import('./provenance/provenance.mjs').then(({ provenance }) => provenance),
  live: () => import('./wire/live.mjs').then(({ live }) => live),
  sse: () => import('./wire/sse.mjs').then(({ sse }) => sse),
  planner: () => import('./planner/steps.mjs').then(({ planner }) => planner),
  streams: () => import('./stores/stream.mjs').then(({ streams }) => streams),
  growth: () => import('./stores/growth.mjs').then(({ growth }) => growth),
  durable: () => import('./stores/durable.mjs').then(({ durable }) => durable),
  tasks: () => import('./stores/tasks.mjs').then(({ tasks }) => tasks),
  validate: () => import('./registry/validate.mjs').then(({ validate }) => validate),
  plans: () => import('./plans/validate-plan.mjs').then(({ plans }) => plans),
  blocks: () => import('./plans/blocks.mjs').then(({ blocks }) => blocks),
}

const [name, flag] = process.argv.slice(2)
const quick = flag === '--quick'
const run = await sections[name]()
await run({
  quick,
  rounds: quick ? 5 : 15,
  limitMs: quick ? 60 : 200,
  progress: (text) => console.error(`  ${text}`),
  report: (record) => process.send?.(record),
})
