import { afterEach, expect, it, vi } from 'vitest'
import { loadWhenOnline } from '#src/core/load-when-online.ts'

afterEach(() => vi.restoreAllMocks())

it('waits for the connection and loads again', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('gone'))
    .mockResolvedValue('part')
  const loading = loadWhenOnline(load)
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  window.dispatchEvent(new Event('online'))
  expect(await loading).toBe('part')
})

it('passes on a failure that the connection does not explain', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  await expect(loadWhenOnline(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})
