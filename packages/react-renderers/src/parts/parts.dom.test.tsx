import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PfProvider } from '../provider/pf-provider.tsx'
import { MarkdownText } from '../renderers/markdown/markdown-text.tsx'
import type { ToolCallState } from '../store/model/types.ts'
import { fakeClient } from '../test-support/fake-client.ts'
import { ConfidenceBadge } from './confidence-badge.tsx'
import { ReasoningFold } from './reasoning-fold.tsx'
import { SourcesList } from './sources-list.tsx'
import { SuggestedActions } from './suggested-actions.tsx'
import { describeCall, ToolCallLine } from './tool-call-line.tsx'
import { Warnings } from './warnings.tsx'

afterEach(cleanup)

const call = (more: Partial<ToolCallState>): ToolCallState => ({
  id: 'c',
  name: 'run_query',
  args: '{"question":"average delay","limit":12}',
  status: 'ok',
  ms: 84,
  ...more,
})

describe('suggested actions', () => {
  const actions = [{ action_id: 'compare', label: 'Compare with 2000', params: { year: 2000 } }]

  it('[000-fe-04] are buttons that run action_id with params', () => {
    const onAction = vi.fn()
    render(
      <PfProvider client={fakeClient().client} onAction={onAction}>
        <SuggestedActions actions={actions} />
      </PfProvider>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Compare with 2000' }))
    expect(onAction).toHaveBeenCalledWith('compare', { year: 2000 })
  })

  it('go to their own handler when there is one, and none are shown for none', () => {
    const onAction = vi.fn()
    const { container, rerender } = render(<SuggestedActions actions={actions} onAction={onAction} />)
    fireEvent.click(screen.getByRole('button'))
    expect(onAction).toHaveBeenCalledWith(actions[0])
    rerender(<SuggestedActions actions={actions} onAction={onAction} disabled />)
    expect(screen.getByRole('button')).toHaveProperty('disabled', true)
    rerender(<SuggestedActions actions={[]} />)
    expect(container.innerHTML).toBe('')
  })
})

describe('sources', () => {
  it('link to http addresses only, and show the true host of a title that names another', () => {
    render(
      <SourcesList
        sources={[
          { title: 'Flights 2001', url: 'https://example.org/f' },
          { title: 'bank.example', url: 'https://evil.example/x' },
          { title: 'Notes', url: 'javascript:alert(1)' },
        ]}
      />,
    )
    expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('rel')])).toEqual([
      ['Flights 2001', 'https://example.org/f', 'noopener noreferrer nofollow'],
      ['bank.example', 'https://evil.example/x', 'noopener noreferrer nofollow'],
    ])
    expect(document.body.textContent).toContain('bank.example (evil.example)')
    expect(document.body.textContent).toContain('Notes')
  })

  it('fold when there are many', () => {
    const { container } = render(<SourcesList sources={Array.from({ length: 5 }, (_, index) => ({ title: `Source ${index}`, snippet: 'words' }))} />)
    expect(container.querySelector('summary')?.textContent).toBe('5 sources')
  })
})

describe('confidence and warnings', () => {
  it('[000-fe-02] are shown with the answer: what its figures are based on, and sentences', () => {
    const { container } = render(
      <>
        <MarkdownText text="Average delay **fell**." />
        <ConfidenceBadge counts={{ result: 4, computed: 1, stated: 1, unproven: 1, references: 0 }} />
        <Warnings warnings={['Old data.', { text: 'Old data.' }, { text: 'One source.' }]} />
      </>,
    )
    expect(container.textContent).toContain('Average delay')
    expect(container.textContent).toContain('5 of 6 figures from results, 1 of them computed, 1 stated by the model')
    expect([...container.querySelectorAll('.pf-warnings p')].map((line) => line.textContent)).toEqual(['Old data.', 'One source.'])
  })

  it('nothing is shown without figures and warnings', () => {
    const { container } = render(
      <>
        <ConfidenceBadge counts={{ result: 0, computed: 0, stated: 0, unproven: 0, references: 0 }} />
        <Warnings warnings={[]} />
      </>,
    )
    expect(container.innerHTML).toBe('')
  })
})

describe('a tool call', () => {
  it('is one line with state, name, what it was asked and its time', () => {
    const { container } = render(<ToolCallLine call={call({})} />)
    expect(container.querySelector('summary')?.textContent).toBe('Donerun_query average delay, 1284 ms')
  })

  it('unfolds to arguments and result, with what the model did not see marked', () => {
    const { container } = render(<ToolCallLine call={call({ result: '{"rows":"<artifact:list size=12 items ref=run_query.rows>","n":1}' })} />)
    expect(container.querySelectorAll('dd')[0]?.textContent).toContain('"limit": 12')
    expect(container.querySelector('mark')?.textContent).toBe('<artifact:list size=12 items ref=run_query.rows>')
  })

  it('names what went wrong and holds markup as text', () => {
    const { container } = render(<ToolCallLine call={call({ name: '<b>x</b>', status: 'error', code: 'tool_timeout', result: '<img src=x onerror=1>' })} />)
    expect(container.querySelector('summary')?.textContent).toContain('tool timeout')
    expect(container.querySelector('b, img')).toBeNull()
  })

  it('says nothing of arguments that are incomplete or no object', () => {
    for (const args of ['{"a":', '[1]', '7', '']) expect(describeCall({ name: 'x', args })).toBe('')
    expect(describeCall({ name: 'render_component', args: '{"component":"echarts","title":"Delay","props":{"x":"no"}}' })).toBe('echarts, Delay')
    expect(describeCall({ name: 'x', args: `{"a":"${'long '.repeat(60)}"}` })).toHaveLength(90)
  })
})

describe('reasoning', () => {
  it('folds to one line with its time', () => {
    const { container, rerender } = render(<ReasoningFold reasoning={{ text: 'By month.', done: true, ms: 1_240 }} />)
    expect(container.querySelector('summary')?.textContent).toContain('Thought for 1.2 s')
    expect(container.querySelector('details')?.open).toBe(false)
    rerender(<ReasoningFold reasoning={{ text: 'By', done: false }} />)
    expect(container.querySelector('summary')?.textContent).toContain('Thinking')
    rerender(<ReasoningFold reasoning={{ text: '', done: true }} />)
    expect(container.innerHTML).toBe('')
  })
})
