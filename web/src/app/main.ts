import { mount } from 'svelte';
import App from './App.svelte';
import { draw } from '../base/draw/sprite';
import bots from '../base/draw/bots.svg?raw';
import symbols from '../base/draw/symbols.svg?raw';
import { applySettings } from '../base/settings.svelte';
import '../ui/style/fonts.css';
import '../ui/style/tokens.css';
import '../ui/style/global.css';

applySettings();

draw(symbols, 'signs');
draw(bots, 'bots');

mount(App, { target: document.getElementById('app')! });
