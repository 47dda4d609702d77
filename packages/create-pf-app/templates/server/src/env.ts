import { existsSync } from 'node:fs'

// Imported before pf.config.ts, which may read the environment.
if (existsSync('.env')) process.loadEnvFile('.env')
