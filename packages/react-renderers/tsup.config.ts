import { readFileSync, writeFileSync } from 'node:fs'
import { pfPackage } from '../../tooling/tsup.ts'

export default pfPackage({
  // The stylesheet is shipped as it is written, its parts in one file.
  async onSuccess() {
    const whole = readFileSync('src/styles.css', 'utf8').replace(/@import "(.+?)";/g, (_, part: string) => readFileSync(`src/${part}`, 'utf8'))
    writeFileSync('dist/styles.css', whole)
  },
})
