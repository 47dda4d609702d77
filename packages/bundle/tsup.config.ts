import { pfPackage } from '../../tooling/tsup.ts'

// The reader runs in browsers; exporting, replaying and the command run on Node.
export default pfPackage({
  external: [/^node:/],
  entry: { index: 'src/index.ts', read: 'src/read.ts', node: 'src/node.ts', bin: 'src/bin.ts' },
  dts: { entry: { index: 'src/index.ts', read: 'src/read.ts', node: 'src/node.ts' }, compilerOptions: { customConditions: [], types: ['node'] } },
})
