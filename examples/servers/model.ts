// Starts the scripted model alone, for a server that cannot start it itself, such as the edge runtime.
import { createModelServer } from '@pf/testing'
import { stories } from './stories.ts'

const { url } = await createModelServer({ stories, port: 4100 })
console.log(`The scripted model listens. Set OPENAI_BASE_URL=${url}`)
