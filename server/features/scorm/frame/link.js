/*
 * Stands in front of every page of a package, after the run-time library, in the package's own frame. The player puts
 * what the run-time begins with into the frame's name, for a package asks for it before anything could arrive by
 * message; what the package says goes back to the player by message. Plain JavaScript: it is served as it stands.
 */
;(function () {
  var SET_PAUSE_MS = 400
  standIns()
  var player = window.parent
  var start = null
  try {
    start = JSON.parse(window.name)
  } catch {
    // Not the player's frame: a frame inside the package finds the run-time above itself.
  }
  if (start === null || start.lms !== 'scorm' || player === window) return

  var old = start.version === '1.2'
  var Api = old ? window.Scorm12API : window.Scorm2004API
  // Nothing is sent by the library; 5: it writes nothing into the console.
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
  var tell = function (what) {
    clearTimeout(timer)
    timer = null
    var state = what === 'ready' ? start.state : stateNow()
    // The next page of the same package goes on from here.
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
  var around = function (name, after) {
    var plain = api[name]
    api[name] = function () {
      var answer = plain.apply(api, arguments)
      after()
      return answer
    }
  }
  around(old ? 'LMSInitialize' : 'Initialize', function () {
    running = true
    tell('begun')
  })
  around(old ? 'LMSSetValue' : 'SetValue', function () {
    if (timer === null)
      timer = setTimeout(function () {
        tell('set')
      }, SET_PAUSE_MS)
  })
  around(old ? 'LMSCommit' : 'Commit', function () {
    tell('commit')
  })
  around(old ? 'LMSFinish' : 'Terminate', function () {
    running = false
    tell('ended')
  })
  if (running) api[old ? 'LMSInitialize' : 'Initialize']('')

  // Packages look for it in their own window, or upwards from the frame above, which is the player's and closed to
  // them: a door with nothing behind it stands there instead.
  window[old ? 'API' : 'API_1484_11'] = api
  var door = old ? { API: api } : { API_1484_11: api }
  door.parent = door
  window.parent = door
  // What was set a moment ago is not lost with the page; a frame's name is the next page's before this one is hidden.
  var leaving = function () {
    if (timer !== null) tell('set')
  }
  window.addEventListener('beforeunload', leaving)
  window.addEventListener('pagehide', leaving)
  tell('ready')

  // A page without an origin has no storage, and asking for it throws: packages that keep their colours there would
  // stop. Here it has one for as long as it is open.
  function standIns() {
    var shelf = function () {
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
        Object.defineProperty(window, name, { value: shelf(), configurable: true })
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
