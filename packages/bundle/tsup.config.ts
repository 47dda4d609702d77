import { pfPackage } from '../../tooling/tsup.ts'

export default pfPackage({
  entry: { index: 'src/index.ts', read: 'src/read.ts', node: 'src/node.ts', bin: 'src/bin.ts' },
  dts: { entry: { index: 'src/index.ts', read: 'src/read.ts', node: 'src/node.ts' }, compilerOptions: { customConditions: [], types: ['node'] } },
})
