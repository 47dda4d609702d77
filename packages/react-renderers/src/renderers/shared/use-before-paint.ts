import { useEffect, useLayoutEffect } from 'react'

/** `useLayoutEffect` in the browser and `useEffect` on a server, where React 18 warns about layout effects. */
export const useIsomorphicLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect
