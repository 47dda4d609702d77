import { pfPackage } from '../../tooling/tsup.ts'

// `./node` alone uses Node's own modules; with their protocol kept, the gate on built roots sees that no other does.
export default pfPackage({ removeNodeProtocol: false, external: [/^node:/], dts: { compilerOptions: { customConditions: [], types: ['node'] } } })
