/** The groups of sections that can be run. */
export const groups = {
  extract: ['extract'],
  heap: ['heap'],
  partial: ['partial'],
  normalize: ['normalize'],
  patch: ['patch'],
  redact: ['redact'],
  sse: ['sse'],
  live: ['live'],
  wire: ['sse', 'live'],
  validate: ['validate'],
  planner: ['planner'],
  plans: ['plans'],
  blocks: ['blocks'],
  core: ['extract', 'heap', 'partial', 'normalize', 'patch'],
  all: ['extract', 'heap', 'partial', 'normalize', 'patch', 'redact', 'sse', 'live', 'validate', 'plans', 'blocks'],
}
