import type { Scope, StorePorts } from '@pf/core'
import type { ContractCase, MakePorts } from './contract-case.ts'
import { someScope } from './some-scope.ts'

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
