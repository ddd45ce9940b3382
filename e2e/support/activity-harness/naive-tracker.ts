/**
 * As one would write it first: from looking to leaving, by the wall clock, sent once. The controls show that the proofs
 * notice what it does wrong.
 */
export const startNaiveTracker = (): true => {
  let began: number | null = Date.now()
  const end = () => {
    if (began === null) return
    const seconds = Math.round((Date.now() - began) / 1000)
    began = null
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
    else began ??= Date.now()
  })
  return true
}
