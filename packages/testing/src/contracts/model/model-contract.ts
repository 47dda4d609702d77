import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { Model, ModelMessage } from '@pf/core'
import { type CaseName, isRecording, type ProviderRecordings, type Recording } from '../../recordings/recording.ts'
import { createReplayServer } from '../../replay-server/create-replay-server.ts'
import type { ContractCase } from '../support/to-cases.ts'
import { within } from '../support/within.ts'
import { collectChunks, errorOf, someRequest } from './collect-chunks.ts'
import { cutCases, type Prove } from './cut-cases.ts'
import { expectations } from './model-cases.ts'

/** A model port and its protocol. */
export interface ModelUnderTest {
  recordings: ProviderRecordings
  /** Creates a model whose client sends its requests to `url`, with any key and without retries. */
  connect(url: string): Model
  /** True to cut short recordings also after each of their bytes, which takes minutes. Default: every recording after each of its events. */
  cutAtBytes?: boolean
  /** Cases that do not apply to the port although its provider has them, each with the reason. */
  except?: Partial<Record<CaseName, string>>
}

/**
 * Contract of `Model`. Runs the provider's own client over a real socket: every possible answer of the provider becomes the chunk or the
 * error that the port documents, regardless of how the bytes are split and where the connection ends.
 */
export function modelContract(port: ModelUnderTest): ContractCase[] {
  const { recordings, except = {}, cutAtBytes = false } = port
  const played = (Object.keys(expectations) as CaseName[]).flatMap((name): [string, Prove][] => {
    const recording = recordings.cases[name]
    if (!isRecording(recording) || except[name] !== undefined || name === 'unsupported parameter') return []
    return [[name, play(name, recording)]]
  })
  const table = [...played, ...cutCases(port, 'events'), ...(cutAtBytes ? cutCases(port, 'bytes') : []), ...Object.entries(connectionCases(recordings, except))]
  return table.map(([name, prove]) => ({ name, run: () => withServer(port, prove) }))
}

async function withServer({ recordings, connect }: ModelUnderTest, prove: Prove): Promise<void> {
  const server = await createReplayServer(recordings)
  try {
    await prove({ server, model: connect(server.url) })
  } finally {
    await server.close()
  }
}

/** Runs a case with complete events, and again byte by byte. */
function play(name: CaseName, recording: Recording): Prove {
  return async ({ server, model }) => {
    for (const replay of [{ recording }, ...(recording.events ? [{ recording, bytes: 1 }] : [])]) {
      server.play(replay)
      expectations[name](await collectChunks(model))
    }
  }
}

function connectionCases({ cases, media }: ProviderRecordings, except: Partial<Record<CaseName, string>>): Record<string, Prove> {
  const text = cases.text as Recording
  return {
    'an aborted call ends with the reason of its signal, and lets the server go': async ({ server, model }) => {
      server.play({ recording: text, hangAfter: Math.ceil((text.events?.length ?? 0) / 2) })
      const controller = new AbortController()
      const reading = collectChunks(model, someRequest, controller.signal)
      while (server.requests.length === 0) await new Promise((done) => setTimeout(done, 5))
      const reason = new Error('enough')
      setTimeout(() => controller.abort(reason), 20)
      strictEqual((await within(reading, 'the end of an aborted call')).error, reason)
      strictEqual(await within(Promise.resolve(server.requests[0]?.ended), 'the end of the connection'), 'client_gone')
    },
    'a server that is not there is unavailable': async ({ server, model }) => {
      await server.close()
      const error = errorOf(await collectChunks(model))
      strictEqual(error.code, 'model_unavailable')
      match(error.message, /could not be reached/)
    },
    'a page in place of a stream is no answer': async ({ server, model }) => {
      server.play({ recording: { headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' } })
      ok(['model_cut', 'model_unavailable'].includes(errorOf(await collectChunks(model)).code))
    },
    'each call is one request, with the key and what the provider requires': async ({ server, model }) => {
      server.play({ recording: text })
      await collectChunks(model)
      await collectChunks(model)
      deepStrictEqual(server.requests.length, 2)
    },
    'images in: an image and a PDF arrive in the form of the provider, with the text, and joined messages keep theirs': async ({ server, model }) => {
      server.play({ recording: text })
      const png = { media_type: 'image/png', data: 'iVBORw0KGgo=' }
      const pdf = { media_type: 'application/pdf', data: 'JVBERi0xLjc=', name: 'report.pdf' }
      ok(model.accepts?.includes(png.media_type) && model.accepts.includes(pdf.media_type), 'The port under test must take PNG and PDF.')
      const [system, question] = someRequest.messages
      const asked: ModelMessage[] = [
        ...(system ? [system] : []),
        { role: 'user', content: 'First.', media: [png] },
        { role: 'user', content: 'Then.', media: [pdf] },
      ]
      expectations.text(await collectChunks(model, { messages: asked }))
      expectations.text(await collectChunks(model, { messages: [...asked, ...(question ? [question] : [])] }))
      const form = media(png, pdf)
      for (const { body } of server.requests) {
        const sent = valuesIn(body)
        for (const part of [form.image, form.pdf])
          ok(
            sent.some((value) => isDeepStrictEqual(value, part)),
            `The body has no ${JSON.stringify(part)}.`,
          )
        for (const said of ['First.', 'Then.']) ok(JSON.stringify(body).includes(said), `The body has no "${said}".`)
      }
    },
    ...(isRecording(cases['rate limit'])
      ? { 'the rate limits in the headers of a refusal reach the host, and say how long to wait': tellsRateLimits(cases['rate limit']) }
      : {}),
    ...(except['unsupported parameter'] === undefined && isRecording(cases['unsupported parameter'])
      ? { 'a parameter that is refused is dropped, and not sent again': dropsParameter(cases['unsupported parameter'], text) }
      : {}),
  }
}

/** Tests that the headers of a rate limit are passed on. Without `retry-after`, the time until the limit is reset takes its place. */
function tellsRateLimits({ headers = {}, ...recording }: Recording): Prove {
  const limits = Object.fromEntries(Object.entries(headers).filter(([name]) => /^(x|anthropic)-ratelimit-/.test(name)))
  const { 'retry-after': _, ...others } = headers
  return async ({ server, model }) => {
    server.play({ recording: { ...recording, headers: others } })
    const { fields } = errorOf(await collectChunks(model))
    deepStrictEqual(fields.rate_limits ?? {}, limits)
    ok(typeof fields.retry_after_ms === 'number', 'The time to wait is missing.')
  }
}

/** Tests that a refused parameter is dropped and not sent again. All calls ask for a temperature, which the recorded server refuses once. */
function dropsParameter(refusal: Recording, text: Recording): Prove {
  return async ({ server, model }) => {
    server.play({ recording: refusal }, { recording: text })
    const asked = { ...someRequest, temperature: 0.5 }
    for (let call = 0; call < 2; call++) expectations['unsupported parameter'](await collectChunks(model, asked))
    const sent = server.requests.map(({ body }) => JSON.stringify(body).includes('temperature'))
    deepStrictEqual(sent, [true, false, false])
  }
}

/** Returns all objects inside a JSON value. */
function valuesIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap(valuesIn)]
}
