/**
 * A simple implementation for the controls: each call refreshes on its own, waits for a lock without limit, and treats any
 * failure as the end of the session. It breaks A2, A3 and A9.
 */
interface Pair {
  access_token: string
  refresh_token: string
}

const stored = () => JSON.parse(localStorage.getItem('user') ?? '{}') as Partial<Pair>

const refresh = async (): Promise<void> => {
  try {
    const response = await fetch('/accounts/clients/7/user/refresh-token/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: stored().refresh_token }),
    })
    if (!response.ok) throw new Error('refused')
    const pair = (await response.json()) as Pair
    localStorage.setItem('user', JSON.stringify({ ...stored(), ...pair }))
    localStorage.setItem('token', pair.access_token)
  } catch {
    localStorage.clear()
    location.replace('/login')
    throw new Error('signed out')
  }
}

const ask = () =>
  fetch('/api/clients/7/client-info/', {
    headers: { authorization: `Bearer ${stored().access_token ?? ''}` },
  })

const call = async (locked: boolean): Promise<boolean> => {
  if ((await ask()).ok) return true
  await (locked ? navigator.locks.request('naive', refresh) : refresh())
  return (await ask()).ok
}

/** Makes some calls at once and counts the successful ones. */
export const naiveBurst = async (count: number, { locked = false } = {}) => {
  const results = await Promise.allSettled(Array.from({ length: count }, () => call(locked)))
  return results.filter((result) => result.status === 'fulfilled' && result.value).length
}
