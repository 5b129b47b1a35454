import { mount } from 'svelte';
import App from './App.svelte';
import symbols from './draw/symbols.svg?raw';
import { apply } from './own/settings.svelte';
import './style/tokens.css';
import './style/global.css';

apply();

/** All drawings once per page; boards and buttons use them by name. */
const sprite = new DOMParser().parseFromString(symbols, 'image/svg+xml').documentElement;
sprite.setAttribute('width', '0');
sprite.setAttribute('height', '0');
sprite.setAttribute('aria-hidden', 'true');
sprite.classList.add('vh');
document.body.prepend(document.importNode(sprite, true));

mount(App, { target: document.getElementById('app')! });
