/*
 * The only service worker of the product: it caches the app's files, so that the app opens without a connection.
 * Plain JavaScript without imports, because development serves this file unchanged.
 *
 * Protocol (spec 7), same names in src/core/pwa/messages.ts:
 *   page to worker  PWA_CONFIG {config:{clientId}}, SKIP_WAITING, CLEAR_CACHES {config:{clientId}}
 *   worker to page  REQUEST_PWA_CONFIG, GET_CLIENT_ID (answered with clientId), CACHE_CLEARED
 *
 * It leaves alone: every method but GET, requests with Authorization, the API and the health check. Those responses are
 * private or must be fresh (trust pitfall 13, trust reading 13). It serves stored files from saved courses, but never
 * caches them itself.
 */
const files = self.__WB_MANIFEST || []
/** Filled in by the build from the contract (build/worker-paths.ts); development has no worker. */
const serverPaths = self.__SERVER_PATHS || []

const PREFIX = 'lms-'
/** A hash of the file list, so that each build has a cache of its own. */
const build = files.reduce((hash, file) => {
  for (const letter of `${file.url}${file.revision || ''}`) hash = (hash * 31 + letter.charCodeAt(0)) | 0
  return hash
}, 7)
const SHELL = `${PREFIX}shell-${(build >>> 0).toString(36)}`
/** The last page of each client, which contains that client's public configuration. */
const PAGES = `${PREFIX}pages`
/** Engines of the languages of problems, cached at first use: one version of each, about 30 MB in all. */
const RUNTIMES = `${PREFIX}runtimes`
const CURRENT_CACHES = [SHELL, PAGES, RUNTIMES]

const urlOf = (file) => (typeof file === 'string' ? file : file.url)
const shellPaths = new Set(files.map((file) => new URL(urlOf(file), self.location.origin).pathname))

/** Fonts and illustrations are not cached in advance: most people need few of them. */
const isCode = (path) => /^\/assets\/.+\.(?:js|css)$/.test(path)

/** `hi` for `/assets/texts-player-hi-0a1b2c3d.js`; null for files that every language needs. */
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

/** Languages whose texts an older build has cached here. Null stands for the files that every language needs. */
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
      const old = names.filter((name) => name.startsWith(`${PREFIX}shell-`) && !CURRENT_CACHES.includes(name))
      // Open tabs of the former build still request its files, so its cache stays until the next update.
      await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)))
      await self.clients.claim()
      await requestConfig()
    })(),
  )
})

let clientId = null

const notifyPages = async (message) => {
  const pages = await self.clients.matchAll({ type: 'window' })
  for (const page of pages) page.postMessage(message)
}
const requestConfig = () => notifyPages({ type: 'REQUEST_PWA_CONFIG' })

/** Asks a page which client it shows and whether it has unsaved work. Resolves to null after a second without a reply. */
const queryPage = (page) =>
  new Promise((resolve) => {
    const channel = new MessageChannel()
    const timer = setTimeout(() => resolve(null), 1000)
    channel.port1.onmessage = (event) => {
      clearTimeout(timer)
      resolve(event.data || null)
    }
    page.postMessage({ type: 'GET_CLIENT_ID' }, [channel.port2])
  })
const clientIdOf = async (page) => {
  const reply = await queryPage(page)
  return Number(reply && reply.clientId) || null
}

/**
 * Removes everything personal at sign-out, including shown notifications. With a client id, the page of that client and
 * the engines stay: both contain nothing personal, and the app must still open offline. Without one, only the files of
 * this build stay.
 */
const clearCaches = async (ownClientId) => {
  if (ownClientId) {
    const cache = await caches.open(PAGES)
    for (const key of await cache.keys()) if (key.url !== pageKey(ownClientId).url) await cache.delete(key)
  }
  const isCleared = (name) =>
    name.startsWith(SAVED) || (!ownClientId && name.startsWith(PREFIX) && name !== SHELL)
  await Promise.all((await caches.keys()).filter(isCleared).map((name) => caches.delete(name)))
  for (const notification of await self.registration.getNotifications()) notification.close()
  await notifyPages({ type: 'CACHE_CLEARED' })
}

/** Ignores a lost connection: the next message, or the first use of a text, fetches it again. */
const cacheTexts = async (language) => {
  try {
    await cacheFiles((path) => textLanguage(path) === language)
  } catch {
    // The connection was lost.
  }
}

self.addEventListener('message', (event) => {
  const { type, config } = event.data || {}
  if (type === 'SKIP_WAITING') self.skipWaiting()
  if (type === 'CLEAR_CACHES') event.waitUntil(clearCaches(Number(config && config.clientId)))
  if (type === 'PWA_CONFIG' && config && Number(config.clientId) > 0) {
    clientId = Number(config.clientId)
    event.waitUntil(cacheTexts(config.language).then(cacheCurrentPage))
  }
})

/** One page for each client: it is the same at every address, because the app routes on its own. */
const pageKey = (id) => new Request(`/__page?client=${id}`)

const clientInPage = (text) => {
  const found = /"client_id":\s*(\d+)/.exec(text)
  return found ? Number(found[1]) : null
}

const cachePage = async (response) => {
  if (!response.ok || !(response.headers.get('content-type') || '').includes('text/html')) return
  const text = await response.clone().text()
  // A captive portal may answer with a page of its own.
  const id = clientInPage(text)
  if (id === null || !text.includes('id="runtime-config"')) return
  clientId = id
  const cache = await caches.open(PAGES)
  await cache.put(pageKey(id), new Response(text, { headers: response.headers }))
}

/**
 * Fetches the page once if it is not cached. The worker did not see the request of the page that registered it, and
 * the app must open offline after the first visit.
 */
const cacheCurrentPage = async () => {
  const cache = await caches.open(PAGES)
  if (clientId === null || (await cache.match(pageKey(clientId)))) return
  try {
    await cachePage(await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-cache' }))
  } catch {
    // Already offline: the next visit caches it.
  }
}

const cachedPage = async () => {
  if (clientId === null) {
    const [page] = await self.clients.matchAll({ type: 'window' })
    clientId = page ? await clientIdOf(page) : null
  }
  const cache = await caches.open(PAGES)
  const own = clientId === null ? undefined : await cache.match(pageKey(clientId))
  if (own) return own
  const [only, another] = await cache.keys()
  // If two clients' pages are cached and the client is unknown, show neither: a wrong brand is worse than none.
  return only && !another ? cache.match(only) : undefined
}

/** Shown offline when no page of the app is cached. */
const OFFLINE_HTML =
  '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Offline</title>' +
  '<h1>Offline · ऑफ़लाइन · دون اتصال</h1>' +
  '<p lang="en">You’re offline, and this device doesn’t have the app yet. Open it once with a connection; after that, visited pages and saved courses open offline.</p>' +
  '<p lang="hi">आप ऑफ़लाइन हैं और यह ऐप अभी इस डिवाइस पर सहेजा नहीं गया है। इसे एक बार इंटरनेट के साथ खोलें; उसके बाद देखे गए पेज और सहेजे गए कोर्स बिना इंटरनेट के भी खुलेंगे।</p>' +
  '<p lang="ar" dir="rtl">أنت غير متصل، ولم يُحفظ التطبيق على هذا الجهاز بعد. افتحه مرة واحدة مع الاتصال، وبعدها تفتح الصفحات التي زرتها والدورات المحفوظة دون اتصال.</p>' +
  '<p><a href="">↻</a></p>'

const offlinePage = () =>
  new Response(OFFLINE_HTML, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } })

/** Network first, then the cached page. */
const navigate = async (event) => {
  try {
    const response = await fetch(event.request)
    event.waitUntil(cachePage(response.clone()))
    return response
  } catch {
    return (await cachedPage()) || offlinePage()
  }
}

/** Hashed files never change: from the cache of any build, else from the network and into the cache. */
const asset = async (event) => {
  const path = new URL(event.request.url).pathname
  const cached = await caches.match(path, { ignoreVary: true })
  if (cached) return cached
  const response = await fetch(event.request)
  if (response.ok && isCode(path)) {
    const copy = response.clone()
    event.waitUntil(caches.open(SHELL).then((cache) => cache.put(path, copy)))
  }
  return response
}

/** `python` for `/runtimes/python-314.0.7-0a1b2c3d/`. */
const runtimeLanguage = (path) => path.split('/')[2].split('-')[0]

/** A file never changes at its address. It is cached at first use and replaces other versions of its language. */
const runtimeFile = async (event) => {
  const path = new URL(event.request.url).pathname
  const cache = await caches.open(RUNTIMES)
  const cached = await cache.match(path, { ignoreVary: true })
  if (cached) return cached
  const response = await fetch(event.request)
  if (response.ok) {
    const copy = response.clone()
    event.waitUntil(cacheRuntime(cache, path, copy))
  }
  return response
}
const cacheRuntime = async (cache, path, response) => {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  for (const request of await cache.keys()) {
    const other = new URL(request.url).pathname
    if (runtimeLanguage(other) === runtimeLanguage(path) && !other.startsWith(folder))
      await cache.delete(request)
  }
  try {
    await cache.put(path, response)
  } catch {
    // Storage is full: the next use fetches it again.
  }
}

/** Caches of saved courses' files. The page writes a file in parts, and its description once all parts are there. */
const SAVED = 'lms-saved-'

const rangeOf = (header, size) => {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header || '') || []
  if (!from && !to) return null
  const start = from ? Number(from) : Math.max(0, size - Number(to))
  const end = from && to ? Math.min(Number(to), size - 1) : size - 1
  return start <= end ? { start, end } : null
}

/** Streams the bytes from `start` to `end`, with one part in memory at a time. */
const bytesOf = (cache, path, partBytes, { start, end }) => {
  let at = start
  return new ReadableStream({
    async pull(controller) {
      if (at > end) return controller.close()
      const part = Math.floor(at / partBytes)
      const found = await cache.match(`${path}?part=${part}`)
      if (!found) return controller.error(new Error(`part ${part} of ${path} is missing`))
      const blob = await found.blob()
      const slice = blob.slice(at - part * partBytes, Math.min(end + 1 - part * partBytes, partBytes))
      controller.enqueue(new Uint8Array(await slice.arrayBuffer()))
      at += slice.size
    },
  })
}

/** `/files/7/video.webm`, or `/files/7/signed/hour.signature/video.webm` for one session and some hours. */
const FILE = /^(\/files\/\d+\/)(?:signed\/[\w.-]+\/)?([^/]+)$/

const savedFile = async ({ request }) => {
  // The cache knows a file by its stable path, without the signature.
  const path = new URL(request.url).pathname.replace(FILE, '$1$2')
  for (const name of await caches.keys()) {
    if (!name.startsWith(SAVED)) continue
    const cache = await caches.open(name)
    const description = await cache.match(path)
    if (!description) continue
    const { size, type, partBytes } = await description.json()
    const requested = request.headers.get('range')
    const range = requested ? rangeOf(requested, size) : { start: 0, end: size - 1 }
    const headers = { 'accept-ranges': 'bytes', 'content-type': type, 'x-content-type-options': 'nosniff' }
    if (!range)
      return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` } })
    return new Response(bytesOf(cache, path, partBytes, range), {
      status: requested ? 206 : 200,
      headers: {
        ...headers,
        'content-length': String(range.end - range.start + 1),
        ...(requested && { 'content-range': `bytes ${range.start}-${range.end}/${size}` }),
      },
    })
  }
  return fetch(request)
}

/** Paths of the server, not of the app. `/health.txt` must show whether the server can be reached. */
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

/** Reads one value of the page's database without creating the database; null if there is none. */
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
 * The person whose push messages this device shows; null when nobody is signed in. The page stores it
 * (`core/offline/db.ts`). Former builds stored it in the second place, which counts until a page of this build has run.
 */
const pushOwner = async () =>
  (await readValue('lms-device', 'personal', 'push_owner')) || readValue('lms', 'kv', 'push_owner')

/*
 * Push messages (rules: Notifications). The server sends the text in the person's language. The worker shows it only to
 * the person and client it is for, because a message can arrive after its receiver has signed out.
 */
self.addEventListener('push', (event) => {
  let message = null
  try {
    message = event.data ? event.data.json() : null
  } catch {
    // Not a message of our server.
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

/** Shows the number on the app's icon, where the system supports it. */
const showUnread = (unread) =>
  self.navigator.setAppBadge && unread > 0
    ? self.navigator.setAppBadge(unread).catch(() => undefined)
    : Promise.resolve()

/** A link may only lead to this origin; everything else opens the home. */
const linkUrl = (link) => {
  const path = typeof link === 'string' && /^\/(?![/\\])/.test(link) ? link : '/'
  const url = new URL(path, self.location.origin)
  return url.origin === self.location.origin ? url : new URL('/', self.location.origin)
}

/**
 * Whether a notification may open in this page. Not in a page with a running exam or unsent text, nor in a page of
 * another client: clients may share an origin.
 */
const canOpenIn = async (page, id) => {
  const reply = await queryPage(page)
  return !(reply && reply.busy) && (id === null || Number(reply && reply.clientId) === id)
}

const openLink = async ({ link, clientId: id }) => {
  const url = linkUrl(link)
  for (const page of await self.clients.matchAll({ type: 'window', includeUncontrolled: true })) {
    if (!(await canOpenIn(page, id))) continue
    try {
      await page.focus()
      await page.navigate(url.href)
      return
    } catch {
      // This worker does not control the page: try the next one, or open a window.
    }
  }
  // The cached page may be of another client of this origin, so the address names the client.
  if (id !== null && clientId !== null && id !== clientId) url.searchParams.set('client', String(id))
  await self.clients.openWindow(url.href)
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openLink(event.notification.data || {}))
})
