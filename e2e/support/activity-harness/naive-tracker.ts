/** A simple tracker for the controls: from focus to blur, by the wall clock, sent once. The tests must find its errors. */
export const startNaiveTracker = (): true => {
  let startedAt: number | null = Date.now()
  const end = () => {
    if (startedAt === null) return
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    startedAt = null
    void fetch('/activity/clients/7/track-time/', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${localStorage.getItem('token') ?? ''}`,
      },
      body: JSON.stringify({
        time_spent_seconds: seconds,
        session_id: 'naive',
        date: new Date().toISOString().slice(0, 10),
        device_type: 'desktop',
        session_only: true,
      }),
    }).catch(() => undefined)
  }
  window.addEventListener('blur', end)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') end()
    else startedAt ??= Date.now()
  })
  return true
}
