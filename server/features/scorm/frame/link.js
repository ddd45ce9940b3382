/*
 * Runs before every page of a package, after the run-time library, in the package's own frame. The player passes the
 * initial state in the frame's name, because a package asks for it before a message could arrive. Everything the
 * package reports goes back to the player by message. Plain JavaScript: it is served as it is.
 */
;(function () {
  var SET_PAUSE_MS = 400
  provideStorage()
  var player = window.parent
  var start = null
  try {
    start = JSON.parse(window.name)
  } catch {
    // Not the player's frame: a frame inside the package finds the run-time in its parent.
  }
  if (start === null || start.lms !== 'scorm' || player === window) return

  var isVersion12 = start.version === '1.2'
  var Api = isVersion12 ? window.Scorm12API : window.Scorm2004API
  // The library sends nothing itself; log level 5 keeps it out of the console.
  var api = new Api({ autocommit: false, lmsCommitUrl: false, logLevel: 5 })
  api.loadFromFlattenedJSON(start.state, '')

  var running = start.running === true
  var timer = null

  var stateNow = function () {
    var flat = api.getFlattenedCMI()
    var state = {}
    Object.keys(flat).forEach(function (name) {
      var value = flat[name]
      if (value === '' || value === null || value === undefined || typeof value === 'object') return
      state[name] = String(value)
    })
    return state
  }
  var notifyPlayer = function (what) {
    clearTimeout(timer)
    timer = null
    var state = what === 'ready' ? start.state : stateNow()
    // The next page of the same package resumes from here.
    if (what !== 'ready')
      window.name = JSON.stringify({
        lms: 'scorm',
        version: start.version,
        channel: start.channel,
        player: start.player,
        running: running,
        state: state,
      })
    player.postMessage({ lms: 'scorm', channel: start.channel, what: what, state: state }, start.player)
  }
  var afterCall = function (name, after) {
    var original = api[name]
    api[name] = function () {
      var result = original.apply(api, arguments)
      after()
      return result
    }
  }
  afterCall(isVersion12 ? 'LMSInitialize' : 'Initialize', function () {
    running = true
    notifyPlayer('begun')
  })
  afterCall(isVersion12 ? 'LMSSetValue' : 'SetValue', function () {
    if (timer === null)
      timer = setTimeout(function () {
        notifyPlayer('set')
      }, SET_PAUSE_MS)
  })
  afterCall(isVersion12 ? 'LMSCommit' : 'Commit', function () {
    notifyPlayer('commit')
  })
  afterCall(isVersion12 ? 'LMSFinish' : 'Terminate', function () {
    running = false
    notifyPlayer('ended')
  })
  if (running) api[isVersion12 ? 'LMSInitialize' : 'Initialize']('')

  // Packages look for the API in their own window, then upwards in the frame above, which is the player's and closed
  // to them. A stub stands in for that parent.
  window[isVersion12 ? 'API' : 'API_1484_11'] = api
  var stubParent = isVersion12 ? { API: api } : { API_1484_11: api }
  stubParent.parent = stubParent
  window.parent = stubParent
  // Changes set a moment ago must not be lost with the page. The frame's name is set for the next page before this
  // one is hidden.
  var sendPendingChanges = function () {
    if (timer !== null) notifyPlayer('set')
  }
  window.addEventListener('beforeunload', sendPendingChanges)
  window.addEventListener('pagehide', sendPendingChanges)
  notifyPlayer('ready')

  // A page without an origin has no storage, and reading it throws, which would stop packages that store settings
  // there. These stand-ins last as long as the page is open.
  function provideStorage() {
    var createStorage = function () {
      return Object.create({
        getItem: function (name) {
          return Object.prototype.hasOwnProperty.call(this, name) ? this[name] : null
        },
        setItem: function (name, value) {
          this[name] = String(value)
        },
        removeItem: function (name) {
          delete this[name]
        },
        clear: function () {
          Object.keys(this).forEach(this.removeItem, this)
        },
        key: function (index) {
          return Object.keys(this)[index] || null
        },
        get length() {
          return Object.keys(this).length
        },
      })
    }
    ;['localStorage', 'sessionStorage'].forEach(function (name) {
      try {
        void window[name].length
      } catch {
        Object.defineProperty(window, name, { value: createStorage(), configurable: true })
      }
    })
    try {
      void document.cookie
    } catch {
      var cookies = {}
      Object.defineProperty(document, 'cookie', {
        configurable: true,
        get: function () {
          return Object.keys(cookies)
            .map(function (name) {
              return name + '=' + cookies[name]
            })
            .join('; ')
        },
        set: function (text) {
          var pair = /^\s*([^=;]+)=([^;]*)/.exec(String(text))
          if (!pair) return
          if (/;\s*(?:max-age=(?:0|-\d+)|expires=[^;]*\b19[67]\d)/i.test(text)) delete cookies[pair[1].trim()]
          else cookies[pair[1].trim()] = pair[2].trim()
        },
      })
    }
  }
})()
