import type { Model } from '@pf/planner'
import { openaiModel } from '@pf/planner/openai'
import OpenAI from 'openai'
import type { Config } from './config.ts'
import { startScriptedModel } from './scripted-model.ts'

/** The model of the app. `scripted` is true while no key is set. */
export interface AppModel {
  model: Model
  name: string
  scripted: boolean
  close(): Promise<void>
}

/** Connects the configured model, by OPENAI_API_KEY or a server of your own by OPENAI_BASE_URL. Without both, starts the scripted model. */
export async function connectModel({ name }: Config['model']): Promise<AppModel> {
  const { OPENAI_API_KEY: key, OPENAI_BASE_URL: baseURL } = process.env
  if (!key && !baseURL) return await startScriptedModel()
  const client = new OpenAI({ apiKey: key || 'none', ...(baseURL ? { baseURL } : {}) })
  return { model: openaiModel({ client, model: name }), name, scripted: false, close: async () => undefined }
}
