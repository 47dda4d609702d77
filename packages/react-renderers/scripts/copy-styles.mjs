// The stylesheet is shipped as it is written, its parts in one file, with an empty type beside it. After tsup, which clears dist of types.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'

const whole = readFileSync('src/styles.css', 'utf8').replace(/@import "(.+?)"(?: layer\((\w+)\))?;\n/g, (_, part, layer) => {
  const text = readFileSync(`src/${part}`, 'utf8')
  return layer ? `@layer ${layer} {\n${text}}\n` : text
})
writeFileSync('dist/styles.css', whole)
copyFileSync('src/styles.css.d.ts', 'dist/styles.css.d.ts')
