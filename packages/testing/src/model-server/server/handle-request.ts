import { answerChat, type ChatSettings } from '../answer/answer-chat.ts'
import type { OpenEntry, RequestLog } from '../log/request-log.ts'
import { openAiError } from '../request/open-ai-error.ts'
import { readBody } from '../request/read-body.ts'
import { type PlayOptions, playSteps } from '../wire/play-steps.ts'
import { bodySteps, errorSteps, type WireStep } from '../wire/wire-steps.ts'
import type { Exchange } from './exchange.ts'

/** Settings of a request handler. */
export interface HandlerSettings extends ChatSettings {
  log: RequestLog
  model: string
  maxBodyBytes: number
  wait: PlayOptions['wait']
}

type Handler = (exchange: Exchange, settings: HandlerSettings) => Promise<void>

const chatPath = '/v1/chat/completions'
const modelsPath = '/v1/models'

/** Answers one request. Never rejects, whatever the client sends. */
export async function handleRequest(exchange: Exchange, settings: HandlerSettings): Promise<void> {
  const { method = 'GET', url = '/' } = exchange.request
  const path = url.split('?', 1)[0] ?? '/'
  const route = path === modelsPath || path.startsWith(`${modelsPath}/`) ? 'models' : path === chatPath ? 'chat' : undefined
  if (!route) return await say(exchange, settings, errorSteps(openAiError(404, `Invalid URL (${method} ${path.slice(0, 100)})`, { code: 'unknown_url' })))
  const { verb, handle } = routes[route]
  if (method === verb) return await handle(exchange, settings)
  await say(exchange, settings, errorSteps(openAiError(405, `Use ${verb} for this address.`, { code: 'method_not_allowed' }), { allow: verb }))
}

const routes = {
  models: { verb: 'GET', handle: listModels },
  chat: { verb: 'POST', handle: completeChat },
} satisfies Record<string, { verb: string; handle: Handler }>

async function listModels(exchange: Exchange, settings: HandlerSettings): Promise<void> {
  const model = { id: settings.model, object: 'model', created: Math.floor(settings.now() / 1000), owned_by: 'pf' }
  const asked = exchange.request.url?.split('?', 1)[0]?.slice(modelsPath.length + 1) ?? ''
  const known = asked === '' || asked === encodeURIComponent(settings.model)
  const steps = known
    ? bodySteps(JSON.stringify(asked === '' ? { object: 'list', data: [model] } : model))
    : errorSteps(openAiError(404, 'The model does not exist.', { param: 'model', code: 'model_not_found' }))
  await say(exchange, settings, steps)
}

async function completeChat(exchange: Exchange, settings: HandlerSettings): Promise<void> {
  const log = settings.log.open(exchange.request.headers)
  const body = await readBody(exchange.request, settings.maxBodyBytes)
  if (!body) return log.end(exchange.why() ?? 'client_gone')
  const { steps, bytes } = 'error' in body ? refuse(body.error) : answerChat(body.value, log, settings)
  await playLogged(exchange, steps, { log, wait: settings.wait, ...(bytes === undefined ? {} : { bytes }) })
}

/** The connection is closed, because the rest of an unread body must not be parsed as the next request. */
const refuse = (error: Parameters<typeof errorSteps>[0]): { steps: WireStep[]; bytes?: number } => ({ steps: errorSteps(error, { connection: 'close' }) })

async function playLogged(exchange: Exchange, steps: WireStep[], options: { log: OpenEntry } & Pick<PlayOptions, 'wait' | 'bytes'>): Promise<void> {
  const { log, ...play } = options
  const head = steps.find((step) => step.do === 'head')
  if (head) log.note({ status: head.status })
  const played = await playSteps(exchange.response, steps, { ...play, signal: exchange.signal, onWrite: log.count })
  log.end(played === 'interrupted' ? (exchange.why() ?? 'client_gone') : played)
}

async function say({ response, signal }: Exchange, { wait }: HandlerSettings, steps: WireStep[]): Promise<void> {
  await playSteps(response, steps, { signal, wait })
}
