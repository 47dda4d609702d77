import type { JsonObject } from '@pf/core'
import type { DatagridProps, MetricProps } from '@pf/registry'
import type { ComponentKit } from '@pf/registry/browser'
import { metric } from '@pf/registry/components/metric'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import type { RendererProps } from '../context/renderer-props.ts'
import { PfProvider } from '../provider/pf-provider.tsx'
import { noClient, stateOf } from '../test-support/mount.tsx'
import type { ComponentOverrides } from './component-overrides.ts'
import { ComponentRenderer } from './component-renderer.tsx'

afterEach(cleanup)

const MyGrid = ({ props }: RendererProps<DatagridProps>) => <p>{`${props.columns.length} columns of my own`}</p>
const MyGauge = ({ props }: RendererProps<{ level: number }>) => <p>{`level ${props.level}`}</p>
const MyMetric = ({ props }: RendererProps<MetricProps>) => <p>{props.label}</p>

const noKits: readonly ComponentKit[] = []
const mine = { datagrid: MyGrid, acme_gauge: MyGauge } satisfies ComponentOverrides<{ acme_gauge: { level: number } }>

describe('components of the app’s own', () => {
  it('are drawn in the place of built-in ones, with props that the registry has let through', async () => {
    const show = (props: JsonObject) => (
      <PfProvider client={noClient()} components={mine}>
        <ComponentRenderer component={stateOf('datagrid', props)} />
      </PfProvider>
    )
    const { rerender } = render(show({ columns: [{ field: 'a' }], rows: [] }))
    expect(await screen.findByText('1 columns of my own')).toBeTruthy()
    rerender(show({ columns: 'none', rows: [] }))
    expect(await screen.findByText(/does not have the right shape/)).toBeTruthy()
  })

  it('are known by their kit where the registry does not have them, without a policy of the app’s', async () => {
    const kit = { ...metric, name: 'acme_gauge' }
    render(
      <PfProvider client={noClient()} components={{ acme_gauge: () => <p>gauge</p> }} kits={[kit]}>
        <ComponentRenderer component={stateOf('acme_gauge', { value: 1, label: 'x' })} />
      </PfProvider>,
    )
    expect(await screen.findByText('gauge')).toBeTruthy()
  })

  it('warn once in the console, with the remedy, where no kit describes them', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const page = (text: string, kits: readonly ComponentKit[]) => (
      <PfProvider client={noClient()} components={mine} kits={kits}>
        <p>{text}</p>
      </PfProvider>
    )
    const { rerender } = render(page('first', noKits))
    rerender(page('second', noKits))
    expect(warn.mock.calls).toEqual([[expect.stringMatching(/"acme_gauge".*<PfProvider kits={\[…\]}>.*pf-registry generate/)]])
    expect(warn.mock.calls[0]?.[0]).not.toContain('datagrid')
    warn.mockClear()
    rerender(page('third', [{ ...metric, name: 'acme_gauge' }]))
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })

  it('have the props of their name', () => {
    expectTypeOf(MyMetric).toExtend<NonNullable<ComponentOverrides['metric']>>()
    expectTypeOf(MyMetric).not.toExtend<NonNullable<ComponentOverrides['datagrid']>>()
    expectTypeOf<{ acme_gauge: typeof MyMetric }>().not.toExtend<ComponentOverrides<{ acme_gauge: { level: number } }>>()
    const wrong = { datagrid: MyMetric }
    expectTypeOf(wrong).not.toExtend<NonNullable<Parameters<typeof PfProvider>[0]['components']>>()
    expectTypeOf(mine).toExtend<NonNullable<Parameters<typeof PfProvider>[0]['components']>>()
    expect(Object.keys(wrong)).toEqual(['datagrid'])
  })
})
