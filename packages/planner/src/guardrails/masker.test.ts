import { describe, expect, it } from 'vitest'
import { compileMasking } from './masking.ts'
import { type createPlaceholders, createRestorer } from './placeholders.ts'

const key = 'k'.repeat(32)
const ann = { owner: { id: 'ann', tenant: 'acme' }, threadId: 't1' }
const maskerOf = async (more: object = {}, thread: Parameters<typeof createPlaceholders>[1] = ann) => {
  const masking = compileMasking({ key, ...more })
  if (!masking) throw new Error('no masking')
  return masking.maskerOf(thread)
}

describe('a masker', () => {
  it('makes the same placeholders in every process, and others for another thread, owner, tenant or key', async () => {
    const texts = new Set<string>()
    const same = [await maskerOf(), await maskerOf()]
    for (const masker of same) texts.add((await masker.maskContent('Mail anna@example.com')).text)
    expect(texts.size).toBe(1)
    expect([...texts][0]).toMatch(/^Mail \[EMAIL-[0-9a-f]{16}\]$/)
    const others = [
      await maskerOf({}, { ...ann, threadId: 't2' }),
      await maskerOf({}, { owner: { id: 'bob', tenant: 'acme' }, threadId: 't1' }),
      await maskerOf({}, { owner: { id: 'ann' }, threadId: 't1' }),
      await maskerOf({ key: 'q'.repeat(32) }),
    ]
    for (const masker of others) texts.add((await masker.maskContent('Mail anna@example.com')).text)
    expect(texts.size).toBe(5)
  })

  it('masks values in JSON of the planner, which stays JSON, with keys and long numbers', async () => {
    const masker = await maskerOf({ names: ['Anna'] })
    const value = {
      tool_call_id: 'x',
      observation: { text: 'line\nanna@example.com "q"', card: 4111111111111111, count: 12, list: ['Anna'], 'bo@example.com': true },
    }
    const { text, values } = await masker.maskContent(JSON.stringify(value))
    const read = JSON.parse(text)
    expect(read.observation.text).toMatch(/^line\n\[EMAIL-\w+\] "q"$/)
    expect(read.observation.card).toMatch(/^\[CARD-/)
    expect(read.observation.count).toBe(12)
    expect(read.observation.list[0]).toMatch(/^\[NAME-/)
    expect(values.map(({ kind }) => kind).sort()).toEqual(['card', 'email', 'email', 'name'])
    const hostile = '{"__proto__":{"a":"anna@example.com"}}'
    expect(Object.keys(JSON.parse((await masker.maskContent(hostile)).text))).toEqual(['__proto__'])
    expect(await masker.maskJson({ to: 'anna@example.com', cc: ['anna@example.com'] }, ['/cc/0'])).toMatchObject({
      cc: ['anna@example.com'],
      to: expect.stringMatching(/^\[EMAIL/),
    })
  })

  it('gives a placeholder that somebody wrote one of its own, which stands for its text', async () => {
    const masker = await maskerOf()
    const { text: masked } = await masker.maskContent('anna@example.com')
    const { text, values } = await masker.maskContent(`Say ${masked} and [email-${'0'.repeat(16)}]`)
    expect(text).not.toContain(masked)
    expect(values.map(({ kind, value }) => [kind, value])).toEqual([
      ['text', masked],
      ['text', `[email-${'0'.repeat(16)}]`],
    ])
  })

  it('refuses to work when names or a detector fail', async () => {
    await expect(maskerOf({ names: () => Promise.reject(new Error('down')) })).rejects.toThrow('down')
    const masker = await maskerOf({ detect: [{ kind: 'id', find: () => [{ start: -1, end: 5 }] }] })
    await expect(masker.maskContent('abc')).rejects.toThrow(RangeError)
  })
})

describe('a restorer', () => {
  it('puts values back however the text is split, and only those of its request', async () => {
    const one = '[EMAIL-0123456789abcdef]'
    const text = `To ${one}, [${one}[ [EMAIL-0123] [EMAIL-ffffffffffffffff] [x](${one}) [EMAIL-0123456789abcde`
    const whole = text.replaceAll(one, 'a"b@example.com')
    for (const inJson of [true, false])
      for (let size = 1; size < 40; size++) {
        const restorer = createRestorer(new Map([[one, 'a"b@example.com']]), { inJson })
        let restored = ''
        for (let at = 0; at < text.length; at += size) restored += restorer.feed(text.slice(at, at + size))
        expect(restored + restorer.finish()).toBe(inJson ? whole.replaceAll('a"b', 'a\\"b') : whole)
      }
  })

  it('holds back no more than a placeholder', () => {
    const restorer = createRestorer(new Map(), { inJson: false })
    expect(restorer.feed('[EMAIL-01')).toBe('')
    expect(restorer.feed(' no')).toBe('[EMAIL-01 no')
    expect(restorer.feed(`[${'A'.repeat(30)}`)).toBe(`[${'A'.repeat(30)}`)
  })
})
