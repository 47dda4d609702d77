import { pfPackage } from '../../tooling/tsup.ts'

export default pfPackage()
