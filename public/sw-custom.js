/*
 * The product's one worker: keeps the app's own files so that it opens without a connection. Plain JavaScript
 * without imports, because development serves this file as it stands.
 *
 * Protocol (spec 7), same names in src/core/pwa/messages.ts:
 *   page to worker  PWA_CONFIG {config:{clientId}}, SKIP_WAITING, CLEAR_CACHES {config:{clientId}}
 *   worker to page  REQUEST_PWA_CONFIG, GET_CLIENT_ID (answered with clientId), CACHE_CLEARED
 *
 * Never touched: anything but GET, requests with Authorization, the API, the health check. Those answers may be private
 * or must be fresh (trust pitfall 13, trust reading 13). Stored files are answered from saved courses, never kept by it.
 */
const files = self.__WB_MANIFEST || []
/** Filled in by the build from the contract (build/worker-paths.ts); development has no worker. */
const serverPaths = self.__SERVER_PATHS || []

const PREFIX = 'lms-'
/** Hash of the list: another build has another name. */
const build = files.reduce((hash, file) => {
  for (const letter of `${file.url}${file.revision || ''}`) hash = (hash * 31 + letter.charCodeAt(0)) | 0
  return hash
}, 7)
const SHELL = `${PREFIX}shell-${(build >>> 0).toString(36)}`
/** The last good page of each client, with that client's public configuration in it. */
const PAGES = `${PREFIX}pages`
/** Languages that problems run in, kept once they were used: one version of each, about 30 MB in all. */
const RUNTIMES = `${PREFIX}runtimes`
const KEPT = [SHELL, PAGES, RUNTIMES]

const urlOf = (file) => (typeof file === 'string' ? file : file.url)
const shellPaths = new Set(files.map((file) => new URL(urlOf(file), self.location.origin).pathname))

/** Fonts of scripts that this person does not read and drawings come when they are used. */
const isCode = (path) => /^\/assets\/.+\.(?:js|css)$/.test(path)

/** `/assets/texts-player-hi-0a1b2c3d.js` is for readers of `hi`; null for files of every language. */
const textLanguage = (path) => (/\/texts-[a-z]+-([a-z]{2})-[\w-]{8}\.js$/.exec(path) || [])[1] || null

const cacheFiles = async (isWanted) => {
  const cache = await caches.open(SHELL)
  await Promise.all(
    [...shellPaths]
      .filter((path) => isCode(path) && isWanted(path))
      .map(async (path) => {
        if (await cache.match(path, { ignoreVary: true })) return
        const response = await fetch(path, { cache: 'no-cache', credentials: 'omit' })
        if (!response.ok) throw new Error(`${path} answered ${response.status}`)
        await cache.put(path, response)
      }),
  )
}

/** An update brings the texts that this device has of the build before; the page tells the language of a first one. */
const cachedLanguages = async () => {
  const languages = new Set([null])
  for (const name of await caches.keys())
    if (name.startsWith(`${PREFIX}shell-`))
      for (const { url } of await (await caches.open(name)).keys()) languages.add(textLanguage(url))
  return languages
}

self.addEventListener('install', (event) => {
  event.waitUntil(
    cachedLanguages().then((languages) => cacheFiles((path) => languages.has(textLanguage(path)))),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys()
      const old = names.filter((name) => name.startsWith(`${PREFIX}shell-`) && !KEPT.includes(name))
      // Tabs of the build before this one still ask for its files: one older shell stays until the next update.
      await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)))
      await self.clients.claim()
      await askForConfig()
    })(),
  )
})

let clientId = null

const tellPages = async (message) => {
  const pages = await self.clients.matchAll({ type: 'window' })
  for (const page of pages) page.postMessage(message)
}
const askForConfig = () => tellPages({ type: 'REQUEST_PWA_CONFIG' })

/** Asks one page which client it shows and whether work is open in it; null when it does not say within the second. */
const askPage = (page) =>
  new Promise((resolve) => {
    const channel = new MessageChannel()
    const timer = setTimeout(() => resolve(null), 1000)
    channel.port1.onmessage = (event) => {
      clearTimeout(timer)
      resolve(event.data || null)
    }
    page.postMessage({ type: 'GET_CLIENT_ID' }, [channel.port2])
  })
const askClientId = async (page) => {
  const said = await askPage(page)
  return Number(said && said.clientId) || null
}

/**
 * At sign-out: nothing of the person stays, on the device's screen neither. The page of the client whose app this is has
 * nothing of anybody in it and stays, or signing out in a tunnel would leave no app; so do the languages of problems, which
 * are nobody's. Without a word of a client everything goes but the files of this build, without which nothing would open.
 */
const clearCaches = async (kept) => {
  if (kept) {
    const cache = await caches.open(PAGES)
    for (const key of await cache.keys()) if (key.url !== pageKey(kept).url) await cache.delete(key)
  }
  const goes = (name) => name.startsWith(SAVED) || (!kept && name.startsWith(PREFIX) && name !== SHELL)
  await Promise.all((await caches.keys()).filter(goes).map((name) => caches.delete(name)))
  for (const shown of await self.registration.getNotifications()) shown.close()
  await tellPages({ type: 'CACHE_CLEARED' })
}

/** Offline, only what is there is shown: a failure is repaired by the next message or by use. */
const cacheTexts = async (language) => {
  try {
    await cacheFiles((path) => textLanguage(path) === language)
  } catch {
    // The connection broke off.
  }
}

self.addEventListener('message', (event) => {
  const { type, config } = event.data || {}
  if (type === 'SKIP_WAITING') self.skipWaiting()
  if (type === 'CLEAR_CACHES') event.waitUntil(clearCaches(Number(config && config.clientId)))
  if (type === 'PWA_CONFIG' && config && Number(config.clientId) > 0) {
    clientId = Number(config.clientId)
    event.waitUntil(cacheTexts(config.language).then(keepPageNow))
  }
})

/** One page a client, whatever address was opened: the app finds the address itself. */
const pageKey = (id) => new Request(`/__page?client=${id}`)

const clientInPage = (text) => {
  const found = /"client_id":\s*(\d+)/.exec(text)
  return found ? Number(found[1]) : null
}

const keepPage = async (response) => {
  if (!response.ok || !(response.headers.get('content-type') || '').includes('text/html')) return
  const text = await response.clone().text()
  // A captive portal's page is no page of ours.
  const id = clientInPage(text)
  if (id === null || !text.includes('id="runtime-config"')) return
  clientId = id
  const cache = await caches.open(PAGES)
  await cache.put(pageKey(id), new Response(text, { headers: response.headers }))
}

/** The page that brought the worker was not seen by it: fetched once, so that the first visit already works offline. */
const keepPageNow = async () => {
  const cache = await caches.open(PAGES)
  if (clientId === null || (await cache.match(pageKey(clientId)))) return
  try {
    await keepPage(await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-cache' }))
  } catch {
    // Offline already: the next visit keeps it.
  }
}

const keptPage = async () => {
  if (clientId === null) {
    const [page] = await self.clients.matchAll({ type: 'window' })
    clientId = page ? await askClientId(page) : null
  }
  const cache = await caches.open(PAGES)
  const own = clientId === null ? undefined : await cache.match(pageKey(clientId))
  if (own) return own
  const [only, another] = await cache.keys()
  // With pages of two clients and no word which one, neither is shown: a wrong brand is worse than none.
  return only && !another ? cache.match(only) : undefined
}

/** Only where no page of the app is kept; it says what works once one is. */
const OFFLINE_HTML =
  '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Offline</title>' +
  '<h1>Offline · ऑफ़लाइन · دون اتصال</h1>' +
  '<p lang="en">You are offline, and this device has not kept the app yet. Once it was opened with a connection, visited pages and saved courses open without one.</p>' +
  '<p lang="hi">आप ऑफ़लाइन हैं और यह ऐप अभी इस डिवाइस पर नहीं रखा गया है। एक बार इंटरनेट के साथ खोलने पर देखे गए पेज और सहेजे गए कोर्स बिना इंटरनेट के भी खुलेंगे।</p>' +
  '<p lang="ar" dir="rtl">أنت غير متصل، ولم يُحفظ التطبيق على هذا الجهاز بعد. بعد فتحه مرة مع الاتصال تفتح الصفحات التي زرتها والدورات المحفوظة من دونه.</p>' +
  '<p><a href="">↻</a></p>'

const offlinePage = () =>
  new Response(OFFLINE_HTML, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } })

/** Network first; the kept page when there is no network. */
const navigate = async (event) => {
  try {
    const response = await fetch(event.request)
    event.waitUntil(keepPage(response.clone()))
    return response
  } catch {
    return (await keptPage()) || offlinePage()
  }
}

/** Hashed files never change: from any kept build, else from the network and then kept. */
const asset = async (event) => {
  const path = new URL(event.request.url).pathname
  const kept = await caches.match(path, { ignoreVary: true })
  if (kept) return kept
  const response = await fetch(event.request)
  if (response.ok && isCode(path)) {
    const copy = response.clone()
    event.waitUntil(caches.open(SHELL).then((cache) => cache.put(path, copy)))
  }
  return response
}

/** `/runtimes/python-314.0.7-0a1b2c3d/` belongs to `python`. */
const languageOf = (path) => path.split('/')[2].split('-')[0]

/** Never change under their address: kept when first used, and another version of the same language goes. */
const runtimeFile = async (event) => {
  const path = new URL(event.request.url).pathname
  const cache = await caches.open(RUNTIMES)
  const kept = await cache.match(path, { ignoreVary: true })
  if (kept) return kept
  const response = await fetch(event.request)
  if (response.ok) {
    const copy = response.clone()
    event.waitUntil(keepRuntime(cache, path, copy))
  }
  return response
}
const keepRuntime = async (cache, path, response) => {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  for (const request of await cache.keys()) {
    const other = new URL(request.url).pathname
    if (languageOf(other) === languageOf(path) && !other.startsWith(folder)) await cache.delete(request)
  }
  try {
    await cache.put(path, response)
  } catch {
    // No room: it is fetched again next time.
  }
}

/** Files of courses that somebody saved: written by the page in parts, told apart by a mark when they are whole. */
const SAVED = 'lms-saved-'

const rangeOf = (header, size) => {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header || '') || []
  if (!from && !to) return null
  const start = from ? Number(from) : Math.max(0, size - Number(to))
  const end = from && to ? Math.min(Number(to), size - 1) : size - 1
  return start <= end ? { start, end } : null
}

/** From `start` to `end` out of the parts, one part at a time in memory. */
const bytesOf = (cache, path, partBytes, { start, end }) => {
  let at = start
  return new ReadableStream({
    async pull(controller) {
      if (at > end) return controller.close()
      const part = Math.floor(at / partBytes)
      const found = await cache.match(`${path}?part=${part}`)
      if (!found) return controller.error(new Error(`part ${part} of ${path} is gone`))
      const blob = await found.blob()
      const slice = blob.slice(at - part * partBytes, Math.min(end + 1 - part * partBytes, partBytes))
      controller.enqueue(new Uint8Array(await slice.arrayBuffer()))
      at += slice.size
    },
  })
}

/** `/files/7/film.webm` and, for one session and some hours, `/files/7/signed/hour.signature/film.webm`. */
const FILE = /^(\/files\/\d+\/)(?:signed\/[\w.-]+\/)?([^/]+)$/

const savedFile = async ({ request }) => {
  // Kept under the path that never changes.
  const path = new URL(request.url).pathname.replace(FILE, '$1$2')
  for (const name of await caches.keys()) {
    if (!name.startsWith(SAVED)) continue
    const cache = await caches.open(name)
    const mark = await cache.match(path)
    if (!mark) continue
    const { size, type, partBytes } = await mark.json()
    const asked = request.headers.get('range')
    const range = asked ? rangeOf(asked, size) : { start: 0, end: size - 1 }
    const headers = { 'accept-ranges': 'bytes', 'content-type': type, 'x-content-type-options': 'nosniff' }
    if (!range)
      return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` } })
    return new Response(bytesOf(cache, path, partBytes, range), {
      status: asked ? 206 : 200,
      headers: {
        ...headers,
        'content-length': String(range.end - range.start + 1),
        ...(asked && { 'content-range': `bytes ${range.start}-${range.end}/${size}` }),
      },
    })
  }
  return fetch(request)
}

/** The server answers these; no page of the app is below them. `/health.txt` must tell whether the server can be reached. */
const isServerPath = (path) =>
  path === '/health.txt' || serverPaths.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.headers.has('authorization')) return
  if (request.mode !== 'navigate' && FILE.test(url.pathname) && !url.search)
    return event.respondWith(savedFile(event))
  if (isServerPath(url.pathname)) return
  if (request.mode === 'navigate') event.respondWith(navigate(event))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(event))
  else if (/^\/runtimes\/[^/]+\/[^/]+$/.test(url.pathname)) event.respondWith(runtimeFile(event))
})

/** One value of the page's database; null where there is none. Looking for a database does not make it. */
const readValue = (database, store, key) =>
  new Promise((resolve) => {
    const request = self.indexedDB.open(database)
    request.onupgradeneeded = () => request.transaction.abort()
    request.onerror = () => resolve(null)
    request.onsuccess = () => {
      const db = request.result
      const done = (value) => {
        db.close()
        resolve(value || null)
      }
      try {
        const read = db.transaction(store).objectStore(store).get(key)
        read.onsuccess = () => done(read.result)
        read.onerror = () => done(null)
      } catch {
        done(null)
      }
    }
  })

/**
 * Whose push messages are shown on this device, as the page noted it (`core/offline/db.ts`); null when nobody is signed
 * in. Until a page of this build was opened, the note is where former builds had it.
 */
const pushOwner = async () =>
  (await readValue('lms-device', 'personal', 'push_owner')) || readValue('lms', 'kv', 'push_owner')

/*
 * Pushes (rules: Notifications): the server sends the words in the person's own language; this only draws them, and
 * only for the person and tenant that they are for: a message on its way while somebody signs out is nobody's. A
 * click leads within this origin only, to the tenant the push came from.
 */
self.addEventListener('push', (event) => {
  let message = null
  try {
    message = event.data ? event.data.json() : null
  } catch {
    // Not from our server: nothing to show.
  }
  if (message === null || typeof message.title !== 'string') return
  event.waitUntil(showToOwner(message))
})

const showToOwner = async (message) => {
  const owner = await pushOwner()
  if (!owner || owner.clientId !== message.clientId || owner.userId !== message.userId) return
  await self.registration.showNotification(message.title, {
    body: String(message.body || ''),
    tag: String(message.tag || ''),
    lang: String(message.lang || 'en'),
    dir: message.dir === 'rtl' ? 'rtl' : 'ltr',
    icon: `/brand/${Number(message.clientId) || 7}/icon-192.png`,
    data: { link: message.link, clientId: Number(message.clientId) || null },
  })
  await showUnread(Number(message.unread))
}

/** The number on the app's sign, where there is one. */
const showUnread = (unread) =>
  self.navigator.setAppBadge && unread > 0
    ? self.navigator.setAppBadge(unread).catch(() => undefined)
    : Promise.resolve()

/** An address of this origin; home for everything else. */
const placeOf = (link) => {
  const path = typeof link === 'string' && /^\/(?![/\\])/.test(link) ? link : '/'
  const url = new URL(path, self.location.origin)
  return url.origin === self.location.origin ? url : new URL('/', self.location.origin)
}

/**
 * Tenants may share an origin: a page of another one is not taken over. Nor is one in which an exam runs or words are
 * not sent: what was pressed opens beside it.
 */
const opensIn = async (page, id) => {
  const said = await askPage(page)
  return !(said && said.busy) && (id === null || Number(said && said.clientId) === id)
}

const openPlace = async ({ link, clientId: id }) => {
  const url = placeOf(link)
  for (const page of await self.clients.matchAll({ type: 'window', includeUncontrolled: true })) {
    if (!(await opensIn(page, id))) continue
    try {
      await page.focus()
      await page.navigate(url.href)
      return
    } catch {
      // A page that this worker does not control: another one, or a new window.
    }
  }
  // Another tenant of this origin than the page kept here: the address says which.
  if (id !== null && clientId !== null && id !== clientId) url.searchParams.set('client', String(id))
  await self.clients.openWindow(url.href)
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPlace(event.notification.data || {}))
})
