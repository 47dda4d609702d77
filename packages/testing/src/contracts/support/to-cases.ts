import type { Scope, StoreOperations, StorePorts } from '@pf/core'
import { someScope } from './open-run.ts'

/** One requirement of a port: `run` rejects if the implementation violates it. Works in every test runner. */
export interface ContractCase {
  name: string
  run(): Promise<void>
}

/** Creates initialized ports. Cases use their own owners, so the store may hold other data. Cases on one database run one after another. */
export type MakePorts = () => Promise<StorePorts & { close?(): Promise<void> | void }>

/** A store with its operations. */
export interface InspectedStore extends StorePorts, StoreOperations {
  /**
   * Resolves to the number of rows of one owner in every table that contains data of owners, by the name of the table. It reads the tables
   * from the database itself, so that the contract detects a table that was added and forgotten.
   */
  countRows?(scope: Scope): Promise<Record<string, number>>
}

/** Creates an initialized store with its operations. */
export type MakeStore = () => Promise<InspectedStore & { close?(): Promise<void> | void }>

/** Context of a case: ports and an owner that no other case uses. */
export interface CaseContext<Ports = StorePorts> {
  ports: Ports
  scope: Scope
}

/** Functions that test a requirement, by a sentence that describes it. */
export type CaseTable<Ports = StorePorts> = Record<string, (context: CaseContext<Ports>) => Promise<void>>

/** Converts a table to cases. Each case creates its own ports and closes them, even if it fails. */
export function toCases<Ports extends StorePorts>(make: () => Promise<Ports & { close?(): Promise<void> | void }>, table: CaseTable<Ports>): ContractCase[] {
  return Object.entries(table).map(([name, prove]) => ({ name, run: () => runCase(make, prove) }))
}

async function runCase<Ports extends StorePorts>(make: () => Promise<Ports & { close?(): Promise<void> | void }>, prove: CaseTable<Ports>[string]) {
  const ports = await make()
  try {
    await prove({ ports, scope: someScope() })
  } finally {
    await ports.close?.()
  }
}
