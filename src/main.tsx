import './app/styles.css'
import './app/startup/loader.css'
import { start } from './app/startup/start.tsx'

void start()
