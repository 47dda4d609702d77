import { pfPackage } from '../../tooling/tsup.ts'

// Runs in Node only: a model server, and tests over node:assert.
export default pfPackage({ platform: 'node', dts: { compilerOptions: { customConditions: [], types: ['node'] } } })
