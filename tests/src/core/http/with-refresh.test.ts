import type { AxiosAdapter, InternalAxiosRequestConfig } from 'axios'
import { AxiosError } from 'axios'
import { describe, expect, it, vi } from 'vitest'
import { createHttp } from '#src/core/http/create-http.ts'
import { withRefresh } from '#src/core/http/with-refresh.ts'

const answer = (config: InternalAxiosRequestConfig, status: number) => {
  const response = { data: {}, status, statusText: '', headers: {}, config }
  if (status < 400) return Promise.resolve(response)
  return Promise.reject(new AxiosError(`status ${status}`, 'ERR', config, {}, response))
}

/** A server that accepts one token. */
const aServer = (good: string) => {
  const seen: string[] = []
  const adapter: AxiosAdapter = (config) => {
    const bearer = String(config.headers.get('Authorization'))
    seen.push(bearer)
    return answer(config, bearer === `Bearer ${good}` ? 200 : 401)
  }
  return { seen, adapter }
}

describe('the refresh interceptor (spec 4, trust pitfall 4)', () => {
  it('given 200 calls with an old token, when all get 401, then all succeed and each was sent twice', async () => {
    let token = 'old'
    const { seen, adapter } = aServer('new')
    let flight: Promise<string> | null = null
    const refresh = vi.fn<(failed: string | null) => Promise<string>>(
      () => (flight ??= Promise.resolve((token = 'new'))),
    )
    const http = withRefresh(createHttp(''), { accessToken: () => token, refresh })
    http.defaults.adapter = adapter
    const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => http.get(`/x/${index}`)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(seen).toHaveLength(400)
    expect(refresh).toHaveBeenCalledWith('old')
  })

  it('given a server that refuses the new token as well, when retried, then it is retried once only', async () => {
    const { seen, adapter } = aServer('nothing')
    let serial = 0
    const http = withRefresh(createHttp(''), {
      accessToken: () => `t${serial}`,
      refresh: () => Promise.resolve(`t${++serial}`),
    })
    http.defaults.adapter = adapter
    await expect(http.get('/x')).rejects.toMatchObject({ response: { status: 401 } })
    expect(seen).toEqual(['Bearer t0', 'Bearer t1'])
  })

  it('given a refresh that brings the same token, when it comes, then the call is not repeated', async () => {
    const { seen, adapter } = aServer('nothing')
    const http = withRefresh(createHttp(''), { accessToken: () => 't', refresh: () => Promise.resolve('t') })
    http.defaults.adapter = adapter
    await expect(http.get('/x')).rejects.toMatchObject({ response: { status: 401 } })
    expect(seen).toHaveLength(1)
  })

  it.each([400, 403, 404, 429, 500, 503])(
    'given %i, when it comes, then no refresh is asked for',
    async (status) => {
      const refresh = vi.fn<() => Promise<string>>(() => Promise.resolve('x'))
      const http = withRefresh(createHttp(''), { accessToken: () => 't', refresh })
      http.defaults.adapter = (config) => answer(config, status)
      await expect(http.get('/x')).rejects.toMatchObject({ response: { status } })
      expect(refresh).not.toHaveBeenCalled()
    },
  )
})
