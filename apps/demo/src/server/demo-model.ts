import { openaiModel } from '@pf/planner/openai'
import { createModelServer } from '@pf/testing'
import OpenAI from 'openai'
import { stories } from '../model/stories.ts'
import type { Config } from './config.ts'

/** The model and the label that the page shows for it. */
export interface DemoModel {
  model: ReturnType<typeof openaiModel>
  label: { name: string; scripted: boolean }
  close(): Promise<void>
}

/** The types of pictures that the models of OpenAI take, and the scripted one, which knows one picture. */
const images = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** Creates the model from the configuration: a scripted model server on a loopback port, or the configured one. Both use the same client. */
export async function createDemoModel(config: Config['model']): Promise<DemoModel> {
  if (config.kind === 'openai') {
    const client = new OpenAI({ apiKey: config.apiKey, baseURL: config.baseURL ?? null, maxRetries: 2 })
    // What other servers take is not known; a part of a type that a model does not take fails the request.
    const accepts = config.baseURL === undefined ? images : []
    return { model: openaiModel({ client, model: config.name, accepts }), label: { name: config.name, scripted: false }, close: async () => {} }
  }
  const server = await createModelServer({ stories, model: 'scripted' })
  const client = new OpenAI({ apiKey: 'scripted', baseURL: server.url, maxRetries: 2 })
  return { model: openaiModel({ client, model: 'scripted', accepts: images }), label: { name: 'scripted', scripted: true }, close: () => server.close() }
}
