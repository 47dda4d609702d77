import { chunkFaults } from './chunk-faults.ts'
import { connectionFaults } from './connection-faults.ts'
import type { FaultMode } from './fault-mode.ts'
import { frameFaults } from './frame-faults.ts'
import { replyFaults } from './reply-faults.ts'
import { statusFaults } from './status-faults.ts'
import { toolFaults } from './tool-faults.ts'

const table = { ok: {}, ...statusFaults, ...connectionFaults, ...replyFaults, ...toolFaults, ...chunkFaults, ...frameFaults } satisfies Record<
  string,
  FaultMode
>

/** Every fault the server can play, by name; `ok` plays none. */
export const faultModes: ReadonlyMap<string, FaultMode> = new Map<string, FaultMode>(Object.entries(table))

/** A name in the table. The template keeps statuses strings: published types write them as numbers. */
export type FaultName = `${keyof typeof table}`
