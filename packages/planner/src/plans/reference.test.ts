import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../../../tooling/test-setup/cpu-time.ts'
import { holdsReference, readTemplate } from './reference.ts'

const kindOf = (text: string) => readTemplate(text).kind

describe('readTemplate', () => {
  it('[001-tmpl-01] reads dollar, index, .output and a path of fields and items', () => {
    expect(readTemplate('$0.output.artifact_id')).toEqual({ kind: 'reference', reference: { index: 0, path: ['artifact_id'] } })
    expect(readTemplate('$12.output.rows[3].a-b.0')).toEqual({ kind: 'reference', reference: { index: 12, path: ['rows', '3', 'a-b', '0'] } })
    expect(readTemplate('$1.output')).toEqual({ kind: 'reference', reference: { index: 1, path: [] } })
    expect(readTemplate('$0.output.größe.名前')).toEqual({ kind: 'reference', reference: { index: 0, path: ['größe', '名前'] } })
  })

  it.each([
    '$x.output.a',
    '$0.output.',
    '$0.output.a..b',
    '$00.output.a',
    '$0.output.a.',
    '$0.output[01]',
    '$0.output[x]',
    '$.output.a',
    '$-1.output.a',
    '$0.output.a"b',
    '$0.output.{a}',
    '$0.output[1',
    '$0.output.a$b',
  ])('takes %s for a reference that is malformed', (text) => expect(kindOf(text)).toBe('malformed'))

  it.each([
    '',
    '$',
    '$5 off',
    '$HOME/build.output.txt',
    '$0.outputs.x',
    'US$0.output is fine',
    '$0.output .a',
    ' $0.output.a',
    '$0.output.a\n',
    '$0.Output.a',
    '$0.output-x',
    '$0.output a',
  ])('leaves %j as it is', (text) => expect(readTemplate(text)).toEqual({ kind: 'literal', text, escaped: false }))

  it('takes one dollar off what would otherwise be a reference, and nothing off other dollars', () => {
    expect(readTemplate('$$0.output.a')).toEqual({ kind: 'literal', text: '$0.output.a', escaped: true })
    expect(readTemplate('$$$0.output.a')).toEqual({ kind: 'literal', text: '$$0.output.a', escaped: true })
    expect(readTemplate('$$x.output.a')).toEqual({ kind: 'literal', text: '$x.output.a', escaped: true })
    for (const text of ['$$5', 'pid $$', '$$', '$$$0.outputs']) expect(readTemplate(text)).toEqual({ kind: 'literal', text, escaped: false })
  })

  it('reads an index beyond every number as one that no plan has', () => {
    const read = readTemplate(`$${'9'.repeat(400)}.output.a`)
    expect(read.kind === 'reference' && read.reference.index).toBe(Number.POSITIVE_INFINITY)
  })

  it('takes time that grows with the text only', () => {
    for (const text of [
      `$${'0'.repeat(1_000_000)}`,
      `$0.output${'.a'.repeat(500_000)}.`,
      `${'$'.repeat(1_000_000)}0.output.a`,
      `$0.output${'['.repeat(1_000_000)}`,
    ]) {
      const started = cpuTime()
      readTemplate(text)
      holdsReference(text)
      expect(cpuTime() - started).toBeLessThan(1_000)
    }
  })
})
