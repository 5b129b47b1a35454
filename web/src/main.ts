import { mount } from 'svelte';
import App from './App.svelte';
import { draw } from './draw/sprite';
import symbols from './draw/symbols.svg?raw';
import { apply } from './own/settings.svelte';
import './style/tokens.css';
import './style/global.css';

apply();

draw(symbols, 'signs');

mount(App, { target: document.getElementById('app')! });
