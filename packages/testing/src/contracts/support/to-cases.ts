import type { Scope, StoreOperations, StorePorts } from '@pf/core'
import { someScope } from './open-run.ts'

/** One promise of a port: `run` rejects where the implementation breaks it. Works in every test runner. */
export interface ContractCase {
  name: string
  run(): Promise<void>
}

/** Gives ready ports; cases use owners of their own, so the store may hold other data. Cases on one database run one after another. */
export type MakePorts = () => Promise<StorePorts & { close?(): Promise<void> | void }>

/** A store with its operations. */
export interface InspectedStore extends StorePorts, StoreOperations {
  /**
   * Resolves to the rows of one owner by the name of their table, of every table in which something of owners stands. It asks the database itself for
   * its tables, so that the contract notices a table that was added and forgotten.
   */
  countRows?(scope: Scope): Promise<Record<string, number>>
}

/** Gives a ready store with its operations. */
export type MakeStore = () => Promise<InspectedStore & { close?(): Promise<void> | void }>

/** What a case gets: ports and an owner nobody else uses. */
export interface CaseContext<Ports = StorePorts> {
  ports: Ports
  scope: Scope
}

/** Sentence of behaviour to its proof. */
export type CaseTable<Ports = StorePorts> = Record<string, (context: CaseContext<Ports>) => Promise<void>>

/** Turns a table into cases; each opens its own ports and closes them, also when it fails. */
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
