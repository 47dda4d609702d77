import { describe, expect, it } from 'vitest'
import { restoreStore, serializeStore } from '../../conversation/stored-conversation.ts'
import { newStore, play, turnOf } from '../../test-support/play.ts'
import { call, chunk, custom, finished, logOf, result, started } from '../../test-support/run-log.ts'

describe('previews of render_component', () => {
  const args = '{"component":"metric","title":"Delay","props":{"label":"Average delay","value":7.2}}'
  const running = (upTo: number) => [
    started(),
    { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'render_component' },
    { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: args.slice(0, upTo) },
  ]

  it('shows nothing, then a skeleton, then what is valid, at every cut of the arguments', () => {
    const openAtRestore = Array.from({ length: args.length + 1 }, (_, cut) => turnOf(play(logOf(running(cut)))).components[0])
    expect(openAtRestore.map((component) => component?.status ?? 'none').filter((status, index, all) => status !== all[index - 1])).toEqual([
      'none',
      'skeleton',
      'streaming',
    ])
    expect(openAtRestore.at(-1)).toMatchObject({ key: 'c', component: 'metric', title: 'Delay', props: { label: 'Average delay', value: 7.2 } })
  })

  it('comes out the same whether the arguments arrive at once or one character at a time', () => {
    const completeArguments = turnOf(play(logOf(running(args.length)))).components
    const single = [...args].map((delta) => ({ type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta }))
    const store = play(logOf([started(), { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'render_component' }, ...single]))
    expect(turnOf(store).components.map(({ ts: _, ...rest }) => rest)).toEqual(completeArguments.map(({ ts: _, ...rest }) => rest))
  })

  it('waits with a nameless skeleton while props come before the component', () => {
    const early = [started(), ...call('c', 'render_component', '{"props":{"value":1').slice(0, 2)]
    expect(turnOf(play(logOf(early))).components).toMatchObject([{ component: '', status: 'skeleton', props: {} }])
    const named = [...early, { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: '},"component":"metric"}' }]
    expect(turnOf(play(logOf(named))).components).toMatchObject([{ component: 'metric', status: 'streaming', props: { value: 1 } }])
  })

  it('shows nothing of a component that the page does not allow', () => {
    expect(turnOf(play(logOf([started(), ...call('c', 'render_component', '{"component":"html","props":{"html":"<b>"}}')]))).components).toEqual([])
    const late = call('c', 'render_component', '{"props":{"html":"<b>"},"component":"html"}')
    expect(turnOf(play(logOf([started(), ...late]))).components).toEqual([])
  })

  it('freezes a preview whose arguments stop being JSON', () => {
    const store = play(logOf([...running(70), { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: '}}}}oops' }]))
    expect(turnOf(store).components[0]).toMatchObject({ component: 'metric', status: 'streaming' })
  })

  it('lets the validated chunk take over in place, under its own id', () => {
    const taken = chunk('kpi', 'metric', { label: 'Average delay', value: 7.2 }, { tool_call_id: 'c' })
    const store = play(logOf([...running(60), chunk('other', 'metric', { value: 1, label: 'x' }), taken]))
    expect(turnOf(store).components.map(({ key, id, status }) => [key, id, status])).toEqual([
      ['c', 'kpi', 'ready'],
      ['other', 'other', 'ready'],
    ])
  })

  it('replaces an older component of the same id and lets the preview go', () => {
    const store = play(
      logOf([
        started(),
        chunk('kpi', 'metric', { value: 1, label: 'x' }),
        ...running(60).slice(1),
        chunk('kpi', 'metric', { value: 2, label: 'x' }, { tool_call_id: 'c' }),
      ]),
    )
    expect(turnOf(store).components.map(({ key, props }) => [key, props.value])).toEqual([['kpi', 2]])
    expect(turnOf(store).parts.filter((part) => part.kind === 'component')).toHaveLength(1)
  })

  it('turns a rejected preview into a rejection that holds no props', () => {
    const rejected = custom('artifact_rejected', { tool_call_id: 'c', errors: [{ code: 'schema_invalid', pointer: '/value', expected: 'number' }] })
    const [component] = turnOf(play(logOf([...running(60), rejected, result('c', '{"ok":false,"issues":[]}', { status: 'error' })]))).components
    expect(component).toMatchObject({ status: 'rejected', props: {}, errors: [{ code: 'schema_invalid', pointer: '/value', expected: 'number' }] })
  })

  it('shows no rejection where nothing had been shown', () => {
    expect(turnOf(play(logOf([started(), custom('artifact_rejected', { tool_call_id: 'c', errors: [] })]))).components).toEqual([])
  })

  it.each([
    ['withdrawn', result('c', '{}', { status: 'error', code: 'withdrawn' })],
    ['skipped as a duplicate', result('c', '{"ok":true,"skipped":"duplicate"}')],
  ])('removes the preview of a call that was %s', (_, end) => {
    expect(turnOf(play(logOf([...running(60), end]))).components).toEqual([])
  })

  it('says of a preview that a stopped run left behind that it was not finished', () => {
    const store = play(logOf([...running(60), finished({ outcome: { type: 'cancelled' } })]))
    expect(turnOf(store).components).toMatchObject([{ status: 'rejected', props: {}, errors: [{ code: 'incomplete' }] }])
  })

  it('takes a call that succeeded without a chunk for the component itself', () => {
    const store = play(logOf([...running(args.length), { type: 'TOOL_CALL_END', toolCallId: 'c' }, result('c', '{"ok":true}'), finished()]))
    expect(turnOf(store).components).toMatchObject([{ status: 'ready', props: { value: 7.2 } }])
  })

  it('continues with a preview after it was stored and restored', () => {
    const first = play(logOf(running(50)))
    const { store } = newStore()
    restoreStore(store, serializeStore(first))
    store.apply({ id: '4.0', event: { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: args.slice(50) } })
    expect(turnOf(store).components).toMatchObject([{ status: 'streaming', props: { value: 7.2 } }])
  })
})
