import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { createSampleServer } from './sample-server.ts'

await createSampleServer().connect(new StdioServerTransport())
