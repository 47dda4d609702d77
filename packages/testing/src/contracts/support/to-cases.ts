import type { Scope, StorePorts } from '@pf/core'
import { someScope } from './open-run.ts'

/** One promise of a port: `run` rejects where the implementation breaks it. Works in every test runner. */
export interface ContractCase {
  name: string
  run(): Promise<void>
}

/** Gives ready ports; cases use owners of their own, so the store may hold other data. Cases on one database run one after another. */
export type MakePorts = () => Promise<StorePorts & { close?(): Promise<void> | void }>

/** What a case gets: ports and an owner nobody else uses. */
export interface CaseContext {
  ports: StorePorts
  scope: Scope
}

/** Sentence of behaviour to its proof. */
export type CaseTable = Record<string, (context: CaseContext) => Promise<void>>

/** Turns a table into cases; each opens its own ports and closes them, also when it fails. */
export function toCases(make: MakePorts, table: CaseTable): ContractCase[] {
  return Object.entries(table).map(([name, prove]) => ({ name, run: () => runCase(make, prove) }))
}

async function runCase(make: MakePorts, prove: CaseTable[string]) {
  const ports = await make()
  try {
    await prove({ ports, scope: someScope() })
  } finally {
    await ports.close?.()
  }
}
