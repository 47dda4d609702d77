import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The built files are one folder below the package, the sources two. */
const places = ['../briefs', '../../briefs'].map((path) => fileURLToPath(new URL(path, import.meta.url)))

/** The folder of the suite of this package. */
export const builtInSuite: string = places.find((path) => existsSync(`${path}/suite.json`)) ?? ''
