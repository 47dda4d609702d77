export interface Measured {
  folder: string
  code: string
  loaded?: string
  outside?: readonly string[]
}

export function measureSize(row: Measured): Promise<number>
