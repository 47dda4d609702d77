import { chunkFaults } from './chunk-faults.ts'
import { connectionFaults } from './connection-faults.ts'
import type { FaultMode } from './fault-mode.ts'
import { frameFaults } from './frame-faults.ts'
import { replyFaults } from './reply-faults.ts'
import { statusFaults } from './status-faults.ts'
import { toolFaults } from './tool-faults.ts'

/** The names of all faults. `ok` plays none. */
export const faultNames = [
  'ok',
  '400',
  '401',
  '403',
  '404',
  '408',
  '409',
  '429',
  '500',
  '502',
  '503',
  '504',
  '429-then-ok',
  '500-then-ok',
  '503-then-ok',
  'quota',
  'html-502',
  'context-overflow',
  'context-overflow-text',
  'unsupported-parameter',
  'unsupported-parameter-text',
  'json-word',
  'reset',
  'reset-then-ok',
  'stall-headers',
  'html-200',
  'json-200',
  'empty-body',
  'slow-start',
  'slow-first-token',
  'wrong-content-type',
  'refusal',
  'empty-content',
  'reasoning-only',
  'whitespace',
  'think-tags',
  'fenced',
  'huge',
  'flood',
  'slow',
  'cut-tool',
  'tool-length',
  'tool-bad-json',
  'tool-unknown',
  'tool-no-id',
  'tool-no-index',
  'tool-double-id',
  'cut',
  'cut-clean',
  'stall',
  'no-done',
  'length',
  'content_filter',
  'empty-choices',
  'no-choices',
  'null-delta',
  'null-content',
  'only-empty-choices',
  'parts-content',
  'null-finish',
  'finish-with-content',
  'after-finish',
  'two-choices',
  'role-each',
  'half-pairs',
  'reasoning-field',
  'reasoning-late',
  'no-usage',
  'usage-each',
  'malformed',
  'in-stream-error',
  'error-event',
  'dup',
  'crlf',
  'cr',
  'comments',
  'bom',
  'id-retry',
  'no-space',
  'many-data-lines',
  'no-last-newline',
] as const

/** The name of a fault. */
export type FaultName = (typeof faultNames)[number]

const modes = { ok: {}, ...statusFaults, ...connectionFaults, ...replyFaults, ...toolFaults, ...chunkFaults, ...frameFaults } satisfies Record<
  FaultName,
  FaultMode
>

/** Every fault by its name. */
export const faultModes: ReadonlyMap<string, FaultMode> = new Map<string, FaultMode>(Object.entries(modes))
